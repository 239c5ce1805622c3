import type {ExitCode} from '../../exit-code.ts';
import type {Price} from '../../llm/providers/models.ts';
import type {ProviderCheck} from '../../llm/providers/provider.ts';
import type {Verdict} from './acceptance.ts';
import type {Complexity} from './data-set.ts';
import type {MeasuredProvider, SkippedProvider, Stopped} from './events.ts';
import type {Hardware} from './hardware.ts';
import type {Interval} from './intervals.ts';
import type {RightByComment} from './paired-test.ts';
import type {ProviderProgress} from './progress.ts';
import type {BenchmarkOptions} from './request.ts';

export type ProviderResult = MeasuredProvider & {
	/** US dollars per million tokens; null if they are free. */
	price: Price | null;
	checks: readonly Pick<ProviderCheck, 'name' | 'status' | 'detail'>[];
	/** Null if all requests were sent. */
	stop: Stopped | null;
	/** Bounds with 95% confidence. */
	intervals: Record<'meanMs' | 'p50Ms' | 'p95Ms' | 'p99Ms' | 'success' | 'accuracy', Interval>;
	/** Ended requests per second of the time with requests in flight. */
	achievedPerSecond: number | null;
	monthlyUsd: {at1000: number; at10000: number} | null;
	verdicts: Verdict[];
	rightByComment: RightByComment;
	/** Requests that are not measured. */
	warmUp: ProviderProgress['warmUp'];
	calledOff: ProviderProgress['calledOff'];
};

export type BenchmarkResult = {
	schema: 'pr-resolve/benchmark@1';
	/** Whether some requests were not sent. */
	partial: boolean;
	/** ISO 8601. */
	startedAt: string;
	endedAt: string;
	command: string;
	versions: {prResolve: string; node: string};
	options: BenchmarkOptions;
	dataSet: {source: string; hash: string; entries: Record<Complexity, number>};
	notes: readonly string[];
	hardware: Hardware;
	providers: ProviderResult[];
	leftOut: readonly Omit<SkippedProvider, 'trouble'>[];
	advice: Advice[];
	cautions: Caution[];
	budget: {limitUsd: number; usedUsd: number; isShared: boolean};
	report: {path: string; chart: string};
	exitCode: ExitCode;
};

export const uses = ['privacy', 'cost', 'latency', 'quality'] as const;

type Use = (typeof uses)[number];

/** The best of the measured providers for a use. */
export type Advice = {
	use: Use;
	/** Null if none is recommended. */
	provider: string | null;
	why: string;
	/** Names of others that cannot be told apart from it. */
	close: string[];
	/** The fewest answers that one of them was compared by, and to how many comments if these decide; null without any. */
	comparedOn: {answers: number; comments: number | null} | null;
	/** Names of others that are better, but miss a limit, as it does not. */
	better: string[];
};

/** Why the figures of a provider say little about it. */
export type Caution = {provider: string; text: string};
