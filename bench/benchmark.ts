import type {Figure} from './figure.ts';
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
};

export type Benchmark = (machine: Machine) => Figure[] | Promise<Figure[]>;
