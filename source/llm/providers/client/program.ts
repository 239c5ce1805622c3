import type {Effort, ModelReply, ModelRequest} from '../provider.ts';
import type {ModelTroubleKind} from '../trouble.ts';
import type {Spent} from '../usage.ts';
import type {ClientHome} from './home.ts';

/** The options of a question besides the request. */
export type ClientChoice = {
	/** Null for the client's default. */
	model: string | null;
	effort: Effort;
};

/** One start of a client. */
export type Command = {
	args: readonly string[];
	/** Its stdin. Texts of users must go here, because every user of the machine can see arguments. */
	input: string;
	/** Files to write first: contents by absolute path, never in the folder that the client runs in. */
	files?: Readonly<Record<string, string>>;
	/** Absolute path of a file that the client writes; it is read after the client has ended. */
	outputFile?: string;
	/** Called with each line; true stops the client, because the result is already certain. */
	isEnough?: (line: string, stream: 'stdout' | 'stderr') => boolean;
};

export type ProgramResult = {
	stdout: string;
	stderr: string;
	/** Null if a signal ended it. */
	exitCode: number | null;
	/** Why it was stopped, null if it ended by itself: we stop it for `enough` and `flood`, a signal name is a crash. */
	stoppedBy: 'enough' | 'flood' | NodeJS.Signals | null;
	/** Content of the output file; null if there is none. */
	output: string | null;
};

/** An error as the client reported it. */
export type Symptom = {
	said: string;
	/** HTTP status, if reported. */
	status?: number | null;
	/** Name of the error, if reported. */
	code?: string;
	/** Set if the kind is already certain. */
	kind?: ModelTroubleKind;
	/** The output has none of the program's format; `said` is that output. */
	isUnread?: boolean;
	/** The client has already retried by itself. */
	isTriedOut?: boolean;
	spent?: Spent;
};

export type ProgramOutput = {reply: ModelReply} | {symptom: Symptom};

/** A pattern for errors: the first one that matches determines the kind. */
export type Sign = {kind: ModelTroubleKind; code?: RegExp; said?: RegExp};

export type Login =
	| {state: 'in'; detail: string; subscription: string | null}
	/** Logged in with a pay-per-use key, which this provider must not use. */
	| {state: 'metered'; detail: string}
	| {state: 'out'; said: string};

export type ClientProgram = {
	name: string;
	/** What was tried: an older version may not know the arguments of a question. */
	tried: {
		/** The least version that was tried with these arguments. */
		version: string;
		/** The least major version of Node.js that its package needs; null if it names none. */
		node: number | null;
		/** Arguments of every question, besides the model, the effort and paths of files. */
		flags: readonly string[];
	};
	/** Commands for people. */
	install: string;
	login: string;
	/** The remedy for a missing subscription. */
	subscribe: string;
	/** Alias of the provider that works with an API key of the same vendor. */
	forKeys: string;
	/** Variables for every start. */
	env: Readonly<Record<string, string>>;
	/** Variables that contain its login; no other program gets them. */
	loginVariables: readonly string[];
	/** Its folder with login and settings; absent if it cannot run with a temporary one. */
	home?: ClientHome;
	/** The most that it adds to each request. */
	overheadBytes: number;
	/** `folder` is empty and for the command's files; the program does not run in it. */
	ask: (request: ModelRequest, choice: ClientChoice, folder: string) => Command;
	read: (ended: ProgramResult, choice: ClientChoice) => ProgramOutput;
	signs: readonly Sign[];
	/** How a start with the arguments of a question sends nothing: it ends at this input, or is stopped. */
	probe: Pick<Command, 'input' | 'isEnough'>;
	/** How to check the login without the network. */
	status: {
		/** Null: the probe shows it. */
		command: Command | null;
		/** The check takes longer than a request that fails, so it is skipped before the first question. */
		isSlow: boolean;
		read: (ended: ProgramResult) => Login;
	};
};
