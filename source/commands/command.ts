import type {ExitCode} from '../exit-code.ts';
import type {Context} from '../run/context.ts';
import type {ResolvedSettings} from '../settings/resolve.ts';
import type {Group} from '../settings/setting.ts';
import type {Exits} from './exit-codes.ts';

/** A flag as data. Its key in a command's `flags` is its name in camel case: `dryRun` is `--dry-run`. */
export type Flag = {
	/** `boolean` takes no value, `text` takes one, `list` may be repeated. */
	readonly type: 'boolean' | 'text' | 'list';
	/** One letter: `-R`. */
	readonly short?: string;
	/** Stands for the value in the help: `<file>`. */
	readonly placeholder?: string;
	/** One line, without a full stop. */
	readonly help: string;
	/** What it stands under in the help. */
	readonly group: Group;
	/** A `list` that is given takes the words that are left over too: `--providers openai ollama`. */
	readonly takesRest?: true;
};

export type Flags = Readonly<Record<string, Flag>>;

/** What was given for each flag; `false`, null or an empty list where nothing was. */
export type FlagValues<Given extends Flags = Flags> = {
	readonly [Name in keyof Given]: {boolean: boolean; text: string | null; list: readonly string[]}[Given[Name]['type']];
};

/** An argument without a flag; all of them may be left out. */
export type Positional = {
	readonly name: string;
	readonly help: string;
	/** Key of a flag that says the same: given both, they must agree, and the value is found under the flag. */
	readonly sameAs?: string;
};

/** An environment variable that the program reads. */
export type Variable = {readonly name: string; readonly help: string};

/** Everything about a command but what it does: parsing and help are made from it. */
export type CommandSpec = {
	readonly positionals: readonly Positional[];
	/** What a person should know before the first use: a sentence or two. */
	readonly about?: string;
	/** Its own flags; those of its settings and those of every command are added from their tables. */
	readonly flags: Flags;
	/** Where its help is the one that tells of variables and keys of files: the variables besides those of settings. */
	readonly environment?: readonly Variable[];
	readonly exits: Exits;
	readonly examples: readonly {readonly line: string; readonly help: string}[];
};

type Output = NodeJS.WritableStream & {isTTY?: boolean; columns?: number};

/** The process as a command sees it; with a log it is the `Context` of a run. */
export type Io = Omit<Context, 'log'> & {
	/** Arguments after the program's name. */
	argv: readonly string[];
	version: string;
	/** What every screen says of the services behind it, where they are not the real ones: a demo. */
	banner?: string;
	stdin: NodeJS.ReadableStream & {isTTY?: boolean};
	stdout: Output;
	stderr: Output;
};

export type Invocation<Given extends Flags = Flags> = {
	flags: FlagValues<Given>;
	/** Values of the positionals that are not the same as a flag; null where left out. */
	positionals: readonly (string | null)[];
	settings: ResolvedSettings;
	/** Whether the table on stdout is coloured. */
	colour: boolean;
	/** Whether the user can be asked something. */
	interactive: boolean;
};

/** Does the work and writes the result; returns the exit code. The `Context` carries the opened log. */
export type Run<Given extends Flags = Flags> = (invocation: Invocation<Given>, io: Io & Context) => Promise<ExitCode>;

/** What the file of a command exports. */
export type Command = {
	readonly spec: CommandSpec;
	// A method, so that a command can ask for the exact flags that it declares.
	run(...given: Parameters<Run>): ReturnType<Run>;
};
