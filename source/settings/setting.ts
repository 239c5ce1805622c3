import type {Kind} from './kind.ts';

/** Headings of flags in help, in order. */
export const groups = {
	fleet: 'Which pull requests',
	comments: 'Which comments',
	changes: 'What to do with them',
	verify: 'Verify',
	trust: 'What --verify and --hooks may run and read',
	commit: 'Commit',
	publish: 'Push, reply, resolve',
	rounds: 'Rounds',
	benchmark: 'Benchmark',
	model: 'Model',
	output: 'Output',
	other: 'Other',
} as const;

export type Group = keyof typeof groups;

export type Setting<Value = unknown> = {
	/** Key in files; a dot separates a section: `llm.cost_budget` is under `llm:`. */
	readonly key: string;
	/** Environment variable; null if there is none. */
	readonly variable: string | null;
	/** Spelling on the command line; null if there is none. */
	readonly flag: string | null;
	/**
	 * The setting is a section, and this is the name of a possible member. `kind` reads one member; all that are read make
	 * up the value.
	 */
	readonly member?: string;
	readonly kind: Kind<Value>;
	// Inferred from the kind alone: a literal default would widen it.
	readonly default: NoInfer<Value>;
	/** One line, without a full stop. */
	readonly help: string;
	readonly group: Group;
	/** Names of the commands that use it. */
	readonly commands: 'all' | readonly string[];
	/** Commands without a flag for it: they read it from variables and files. */
	readonly flagless?: readonly string[];
	/** Only what reaches a server or signs needs it: a command can begin without it. */
	readonly forWrites?: true;
	/**
	 * Whether the project's settings file, which comes with the pull request and is untrusted, may set it. `lower` and
	 * `higher`: only in that direction from the value it would have otherwise (on is higher than off). `user-only`: only
	 * the user settings, not even a file passed with --config.
	 */
	readonly project: 'allowed' | 'lower' | 'higher' | 'forbidden' | 'user-only';
};

/** The value of a setting, and where it comes from. */
export type Found = {value: unknown; origin: string};

type Usual = 'variable' | 'flag' | 'project';

type Row<Value> = Omit<Setting<Value>, Usual> & Partial<Pick<Setting, Usual>>;

/**
 * Without a `variable`, it is the one that its key asks for; without a `flag`, there is none; without a `project`, it is
 * forbidden there.
 */
export const row = <Value>(given: Row<Value>): Setting<Value> => ({
	variable: variableFor(given.key),
	flag: null,
	project: 'forbidden',
	...given,
});

/** `CR_` and the key in capitals. */
export const variableFor = (key: string) => `CR_${key}`.replace('.', '_').toUpperCase();
