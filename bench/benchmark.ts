import type {Figure, Measured} from './figure.ts';
import type {Environment} from './isolation.ts';

/** The machine as a benchmark sees it. */
export type Machine = {
	/** The Node binary itself, not a script around it. */
	node: string;
	/** The built executable of this project. @throws {Failure} usage `not-built` */
	cli: () => string;
	/** An empty folder that goes away afterwards. */
	folder: string;
	env: Environment;
	/** A clock in milliseconds. */
	now: () => number;
	/** A folder with real comments; null where there is none, and made-up ones do. */
	corpus: string | null;
	/** Prints what belongs to the figures and is none, such as a table of all cases. */
	print: (text: string) => void;
};

export type Benchmark = {
	/** What it finds out, and how. */
	about: string;
	/** About how long it takes on two cores. */
	seconds: number;
	figures: readonly Figure[];
	/** Values of all of these figures, in any order. */
	measure: (machine: Machine) => Measured[] | Promise<Measured[]>;
};
