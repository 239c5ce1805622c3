import type {Settings} from '../../settings/table.ts';
import type {PullRequestSource} from '../load.ts';
import type {Complexity} from './data-set.ts';

/** What decides what is measured: a run that goes on must have been begun with the same. */
export type BenchmarkOptions = {
	/** Requests to each provider, those to warm up not counted. */
	iterations: number;
	warmUp: number;
	complexity: Complexity | 'all';
	timeoutMs: number;
	/** Requests to one provider at the same time. */
	concurrency: number;
};

/** The machine and the program, as a report names them. */
export type Machine = {
	/** Milliseconds, with parts of one, that only go forward. */
	tick: () => number;
	/** Of the data set that comes with the program. */
	ownDataSet: string;
	versions: {prResolve: string; node: string};
	platform: NodeJS.Platform;
	arch: string;
	cpu: string;
	cores: number;
	memoryBytes: number;
	/** As it was typed. */
	command: string;
};

export type BenchmarkRequest = {
	options: BenchmarkOptions;
	/** Providers as `<id>[:model]`; none for all. */
	providers: readonly string[];
	/** The program's own data set where neither is given. */
	dataSet: {file: string} | {pullRequest: PullRequestSource} | null;
	/** Path of the report. */
	output: string;
	/** Go on with an interrupted run. */
	resume: boolean;
	/** What is said of the services, where they are not the real ones. */
	banner?: string;
	settings: Settings;
	machine: Machine;
};
