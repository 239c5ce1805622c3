import type {Effort, ModelReply, ModelRequest} from '../provider.ts';
import type {ModelTroubleKind} from '../trouble.ts';
import type {Usage} from '../usage.ts';
import type {ClientHome} from './home.ts';

/** What a client is asked with besides the request. */
export type ClientChoice = {
	/** Null for the one that the client takes by itself. */
	model: string | null;
	effort: Effort;
};

/** One start of a client. */
export type Command = {
	args: readonly string[];
	/** What it reads from stdin: the only way for texts of people, since arguments are seen by everybody on the machine. */
	input: string;
	/** Files to write before, by absolute path; never in the folder that the client runs in. */
	files?: Readonly<Record<string, string>>;
	/** Absolute path of a file that the client writes and that is read when it has ended. */
	outputFile?: string;
	/** Sees each line as it comes; true ends the client: all that matters is known. */
	isEnough?: (line: string, stream: 'stdout' | 'stderr') => boolean;
};

/** What a client left behind. */
export type ProgramResult = {
	stdout: string;
	stderr: string;
	/** Null where a signal ended it. */
	exitCode: number | null;
	/** Who ended it, where it did not end by itself: `enough` and `flood` are ours, the rest is a crash. */
	stoppedBy: 'enough' | 'flood' | NodeJS.Signals | null;
	/** Content of the output file; null where it wrote none. */
	output: string | null;
};

/** How trouble shows, in a client's own words and codes. */
export type Symptom = {
	said: string;
	/** HTTP status, where it tells one. */
	status?: number | null;
	/** Name of the error, where it tells one. */
	code?: string;
	/** Where it needs no diagnosis. */
	kind?: ModelTroubleKind;
	/** Nothing of what came is what the program writes; `said` is what came instead. */
	isUnread?: boolean;
	/** It tried again by itself before it gave up. */
	isTriedOut?: boolean;
	spent?: Usage | 'unknown';
};

export type Reading = {reply: ModelReply} | {symptom: Symptom};

/** A row of a client's signs of trouble: the first that fits is the diagnosis. */
export type Sign = {kind: ModelTroubleKind; code?: RegExp; said?: RegExp};

export type Login =
	| {state: 'in'; detail: string; subscription: string | null}
	/** With a key that is paid for by the token: not what this provider promises. */
	| {state: 'metered'; detail: string}
	| {state: 'out'; said: string};

/** Everything that is particular to one client program. */
export type ClientProgram = {
	/** As it is called on the command line. */
	name: string;
	/** Commands for people. */
	install: string;
	login: string;
	/** What to do about a missing subscription. */
	subscribe: string;
	/** The provider to use with a key of the same vendor: its alias. */
	forKeys: string;
	/** Variables that it is always started with. */
	env: Readonly<Record<string, string>>;
	/** Variables that log it in without a browser: no other program gets them. */
	loginVariables: readonly string[];
	/** The folder with its login and settings, where a run can have one of its own. */
	home?: ClientHome;
	/** What it puts around each request by itself, at most. */
	overheadBytes: number;
	/** The text that stands on stdin. */
	inputOf: (request: ModelRequest) => string;
	/** `folder` is an empty one for its files, next to the one that it runs in. */
	ask: (request: ModelRequest, choice: ClientChoice, folder: string) => Command;
	read: (ended: ProgramResult, choice: ClientChoice) => Reading;
	signs: readonly Sign[];
	/** How to ask whether it is logged in, without network. */
	status: {
		command: Command;
		env?: Readonly<Record<string, string>>;
		/** Asking is dearer than a request that fails: it is not done before the first one. */
		isSlow: boolean;
		read: (ended: ProgramResult) => Login;
	};
};
