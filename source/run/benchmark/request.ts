import * as z from 'zod/mini';
import type {ModelSettings} from '../../llm/open.ts';
import type {PullRequestSource} from '../pull-request/load.ts';
import {complexities} from './data-set.ts';

/** The options of a measurement; a resumed run must have the same. */
export type BenchmarkOptions = z.infer<typeof optionsShape>;

export const optionsShape = z.object({
	/** Requests to each provider, without warm-up. */
	iterations: z.number(),
	warmUp: z.number(),
	complexity: z.enum([...complexities, 'all']),
	timeoutMs: z.number(),
	/** Requests to one provider at the same time. */
	concurrency: z.number(),
});

/** The machine and the program, as a report names them. */
export type Machine = {
	/** A monotonic clock in milliseconds, with fractions. */
	tick: () => number;
	/** Path of the data set that is part of the program. */
	ownDataSet: string;
	versions: {prResolve: string; node: string};
	platform: NodeJS.Platform;
	arch: string;
	cpu: string;
	cores: number;
	memoryBytes: number;
	/** As typed. */
	command: string;
};

export type BenchmarkRequest = {
	options: BenchmarkOptions;
	/** Providers as `<id>[:model]`; none for all. */
	providers: readonly string[];
	/** Null for the program's own data set. */
	dataSet: {file: string} | {pullRequest: PullRequestSource} | null;
	/** Path of the report. */
	output: string;
	/** Whether to continue an interrupted run. */
	resume: boolean;
	/** A notice if the services are emulated. */
	banner?: string;
	settings: ModelSettings;
	machine: Machine;
};
