import type {ExitCode} from '../../exit-code.ts';
import type {Complexity} from './data-set.ts';
import type {SkippedProvider} from './events.ts';
import type {Hardware} from './hardware.ts';
import type {providerResult} from './provider-result.ts';
import type {BenchmarkOptions} from './request.ts';

export type ProviderResult = ReturnType<typeof providerResult>;

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
