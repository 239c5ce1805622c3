import {setTimeout} from 'node:timers/promises';
import {runBenchmark} from '../../../source/run/benchmark/benchmark.ts';
import {createControl} from '../../../source/run/benchmark/control.ts';
import type {BenchmarkEvent} from '../../../source/run/benchmark/events.ts';
import {type BenchmarkPlan, planBenchmark} from '../../../source/run/benchmark/plan.ts';
import type {BenchmarkOptions, BenchmarkRequest, Machine} from '../../../source/run/benchmark/request.ts';
import type {Context} from '../../../source/run/context.ts';
import {resolveSettings} from '../../../source/settings/resolve.ts';
import {ownDataSet} from '../../helpers/benchmark.ts';
import {newFolder} from '../../helpers/folders.ts';

type Emulated = {fetch: typeof globalThis.fetch; env: Record<string, string>};

export type DeskInit = {
	options?: Partial<BenchmarkOptions>;
	request?: Partial<Omit<BenchmarkRequest, 'options' | 'settings' | 'machine'>>;
	env?: Record<string, string>;
	fetch?: typeof globalThis.fetch;
	machine?: Partial<Machine>;
	/** A folder to work in; a new one by default. */
	folder?: string;
};

export const machine: Machine = {
	tick: () => performance.now(),
	ownDataSet,
	versions: {prResolve: '1.2.3', node: '24.0.0'},
	platform: 'linux',
	arch: 'x64',
	cpu: 'A processor',
	cores: 4,
	memoryBytes: 8 * 1024 ** 3,
	command: 'pr-resolve bench',
};

/** A benchmark as a front end has it before it, in a folder and an environment of its own. */
export async function desk(init: DeskInit = {}) {
	const folder = init.folder ?? newFolder();
	const over = new AbortController();
	const env = {PATH: '/nowhere', HOME: folder, ...init.env};
	const logged: string[] = [];
	const context: Context = {
		cwd: folder,
		env,
		now: Date.now,
		sleep: async (ms, signal) => void (await setTimeout(ms, null, signal && {signal})),
		randomId: () => 'abc123',
		random: () => 0.5,
		fetch: init.fetch ?? globalThis.fetch,
		signal: over.signal,
		log: (level, message) => logged.push(`${level} ${message}`),
		pid: 1,
		isAlive: () => true,
	};
	const settings = await resolveSettings({command: 'bench', cwd: folder, env, flags: {}, configFile: null});
	const options = {iterations: 6, warmUp: 0, complexity: 'all', timeoutMs: 60_000, concurrency: 1} as const;
	const request: BenchmarkRequest = {
		providers: [],
		dataSet: null,
		output: 'report.md',
		resume: false,
		...init.request,
		options: {...options, ...init.options},
		settings: settings.values,
		machine: {...machine, ...init.machine},
	};
	const events: BenchmarkEvent[] = [];
	const control = createControl();
	const follow = async <Result>(
		run: AsyncGenerator<BenchmarkEvent, Result>,
		onEvent: (event: BenchmarkEvent) => void = () => {},
	) => {
		for (;;) {
			const step = await run.next();
			if (step.done) return step.value;
			events.push(step.value);
			onEvent(step.value);
		}
	};
	return {
		folder,
		context,
		request,
		control,
		events,
		logged,
		interrupt: () => over.abort(new Error('interrupted')),
		plan: () => follow(planBenchmark(request, context)),
		run: (plan: BenchmarkPlan, onEvent?: (event: BenchmarkEvent) => void) =>
			follow(runBenchmark(plan, control, context), onEvent),
	};
}

/** Leads requests to several emulators, each by the address of its vendor; others go where they are for, on loopback. */
export const ledBy =
	(...services: readonly Pick<Emulated, 'fetch'>[]): typeof globalThis.fetch =>
	async (input, init) => {
		for (const service of services) {
			try {
				return await service.fetch(input, init);
			} catch (error) {
				if (!(error instanceof TypeError && error.message.startsWith('not emulated'))) throw error;
			}
		}
		return globalThis.fetch(input, init);
	};
