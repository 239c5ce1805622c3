import type {Figure, Measured} from './figure.ts';
import type {Environment} from './isolation.ts';

/** What a benchmark gets of the machine. */
export type Machine = {
	/** The Node binary itself, not a script around it. */
	node: string;
	/** The built executable of this project. @throws {Failure} usage `no-folder` */
	cli: () => string;
	/** An empty folder that is deleted afterwards. */
	folder: string;
	env: Environment;
	/** A clock in milliseconds. */
	now: () => number;
	/** A folder with real comments; null if there is none, then synthetic ones are used. */
	corpus: string | null;
	/** How many trials to make where they are random; null: as many as the benchmark does by default. */
	trials: number | null;
	/** Random trials with the same seed are the same. */
	seed: number;
	/** Prints more than figures, such as a table of all cases. */
	print: (text: string) => void;
};

export type Benchmark = {
	/** What it measures, and how. */
	about: string;
	/** Approximate duration on two cores. */
	seconds: number;
	figures: readonly Figure[];
	/** Measures all of these figures, in any order. */
	measure: (machine: Machine) => Measured[] | Promise<Measured[]>;
};
