import type {Kind} from './kind.ts';

/** What flags are gathered under in a help, in its order. */
export const groups = {
	comments: 'Which comments',
	changes: 'What to do with them',
	benchmark: 'Benchmark',
	model: 'Model',
	output: 'Output',
	other: 'Other',
} as const;

export type Group = keyof typeof groups;

export type Setting<Value = unknown> = {
	/** Key in files; a dot separates a section: `llm.cost_budget` stands under `llm:`. */
	readonly key: string;
	/** Environment variable: `CR_` and the key in capitals; null where there is none. */
	readonly variable: string | null;
	/** Spelling on the command line; null where there is none. */
	readonly flag: string | null;
	readonly kind: Kind<Value>;
	// The kind alone tells the type: a literal default would widen it.
	readonly default: NoInfer<Value>;
	/** One line, without a full stop. */
	readonly help: string;
	readonly group: Group;
	/** Names of the commands that it concerns. */
	readonly commands: 'all' | readonly string[];
	/** Those of them that have no flag for it: they take it from variables and files. */
	readonly flagless?: readonly string[];
	/**
	 * Whether the project's settings file, which comes with the pull request and is untrusted, may set it. `lower` and
	 * `higher`: only to that side of what holds without it, as yes is higher than no. `user-only`: no file may but the user's own, not even one that is given by hand.
	 */
	readonly project: 'allowed' | 'lower' | 'higher' | 'forbidden' | 'user-only';
};

export const row = <Value>(setting: Setting<Value>): Setting<Value> => setting;
