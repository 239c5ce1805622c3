import type {ExitCode} from '../exit-code.ts';
import type {Spelling} from '../failure.ts';
import type {Context} from '../run/context.ts';
import type {ProjectText, ResolvedSettings} from '../settings/resolve.ts';
import type {Group} from '../settings/setting.ts';
import type {Exits} from './exit-codes.ts';

/** A flag as data. Its key in a command's `flags` is its name in camel case: `dryRun` is `--dry-run`. */
export type Flag = {
	/** One letter: `-R`. */
	readonly short?: string;
	/** What stands for its value in help: `<file>`. Absent: it takes no value. */
	readonly placeholder?: string;
	/** It can be repeated: its value is a list. */
	readonly isRepeated?: true;
	/** One line, without a full stop. */
	readonly help: string;
	/** Its heading in help. */
	readonly group: Group;
	/** A repeated one that also accepts the arguments that follow: `--providers openai ollama`. */
	readonly takesRest?: true;
	/** What it means without a value: its values only follow `=`, so that the next argument is none. */
	readonly alone?: string;
};

export type Flags = Readonly<Record<string, Flag>>;

/** The value of each flag; `false`, null or an empty list if it was not passed. */
export type FlagValues<Given extends Flags = Flags> = {
	readonly [Name in keyof Given]: ValueOf<Given[Name]>;
};

type ValueOf<Given extends Flag> = Flag extends Given
	? boolean | string | null | readonly string[]
	: Given extends {isRepeated: true}
		? readonly string[]
		: Given extends {placeholder: string}
			? string | null
			: boolean;

/** An optional argument without a flag. */
export type Positional = {
	readonly name: string;
	readonly help: string;
	/**
	 * Key of a flag with the same meaning: the value is stored under the flag, and if both are passed, they must agree.
	 */
	readonly sameAs?: string;
	/** It can be repeated; only the last one of a command. */
	readonly isRepeated?: true;
	/** `-` is a value of it. */
	readonly acceptsStdin?: true;
};

/** An environment variable that the program reads. */
export type Variable = {readonly name: string; readonly help: string};

/** The declaration of a command, for parsing and help. */
export type CommandSpec = {
	readonly positionals: readonly Positional[];
	/** What users should know before the first use: a sentence or two. */
	readonly about?: string;
	/** It is not about this folder, whose project file then has no effect on it. */
	readonly isElsewhere?: true;
	/** Names of the flags that its short help shows, own ones and those of settings; absent: it shows all. */
	readonly everyday?: readonly string[];
	/** Its own flags; those of its settings and those of every command are added. */
	readonly flags: Flags;
	/** If its help also lists variables and file keys: the variables that are not settings. */
	readonly environment?: readonly Variable[];
	readonly exits: Exits;
	readonly examples: readonly {readonly line: string; readonly help: string}[];
};

type CommandOutput = NodeJS.WritableStream & {isTTY?: boolean; columns?: number; spelling?: Spelling};

/** The process as a command sees it; with a log it is the `Context` of a run. */
export type Io = Omit<Context, 'log'> & {
	/** Arguments after the program's name. */
	argv: readonly string[];
	version: string;
	/** What every screen shows about the services if they are not real: in a demo. */
	banner?: string;
	stdin: NodeJS.ReadableStream & {isTTY?: boolean};
	stdout: CommandOutput;
	stderr: CommandOutput;
};

export type Invocation<Given extends Flags = Flags> = {
	flags: FlagValues<Given>;
	/** Values of the positionals without `sameAs`, and of all repetitions; null if not passed. */
	positionals: readonly (string | null)[];
	settings: ResolvedSettings;
	/** The same settings with another project file; null for none. @throws {Failure} as `resolveSettings` */
	settingsWith: (project: ProjectText | null) => Promise<ResolvedSettings>;
	/** Whether stdout is colored. */
	color: boolean;
	/** Whether prompts are possible. */
	interactive: boolean;
	/** Why this command runs, if the user passed none; absent otherwise. */
	because?: string;
};

/** Runs the command and writes the result; returns the exit code. The `Context` has the opened log. */
export type Run<Given extends Flags = Flags> = (invocation: Invocation<Given>, io: Io & Context) => Promise<ExitCode>;

/** What the file of a command exports. */
export type Command = {
	readonly spec: CommandSpec;
	// A method, so that a command can declare the exact type of its flags.
	run(...given: Parameters<Run>): ReturnType<Run>;
};
