import {join} from 'node:path';
import {runBenchmark} from '../../source/run/benchmark/benchmark.ts';
import {createControl} from '../../source/run/benchmark/control.ts';
import {type BenchmarkPlan, planBenchmark} from '../../source/run/benchmark/plan.ts';
import type {ProviderResult} from '../../source/run/benchmark/result.ts';
import type {Context} from '../../source/run/context.ts';
import {resolveSettings} from '../../source/settings/resolve.ts';
import type {Machine} from '../benchmark.ts';
import {ledContext} from '../led-context.ts';
import type {Order, Service} from '../service/start.ts';

export type Kind = Order['kind'] | 'claude-cli';

/** A provider and its service; null for a program. */
export type HarnessRequest = {kind: Kind; service: Service | null; iterations: number; fetch?: Context['fetch']};

/** The provider benchmark's report about one provider. */
export async function measureProvider(asked: HarnessRequest, machine: Machine): Promise<ProviderResult> {
	const plan = await planFor(asked, machine);
	await asked.service?.forget();
	const {providers} = await resultOf(runBenchmark(plan, createControl(), contextFor(asked, machine)));
	return providers[0]!;
}

export async function planFor(asked: HarnessRequest, machine: Machine): Promise<BenchmarkPlan> {
	const context = contextFor(asked, machine);
	const {values} = await resolveSettings({...context, command: 'bench', flags: {}, configFile: null});
	const options = {
		iterations: asked.iterations,
		warmUp: 0,
		complexity: 'all',
		timeoutMs: 60_000,
		concurrency: 1,
	} as const;
	const request = {
		options,
		providers: [asked.kind],
		dataSet: null,
		output: 'report.md',
		resume: false,
		settings: values,
		machine: {
			tick: machine.now,
			ownDataSet: join(import.meta.dirname, '../sample-comments.json'),
			versions: {prResolve: '', node: ''},
			platform: 'linux' as const,
			arch: '',
			cpu: '',
			cores: 1,
			memoryBytes: 0,
			command: '',
		},
	};
	return resultOf(planBenchmark(request, context));
}

function contextFor({service, fetch}: HarnessRequest, machine: Machine): Context {
	const context = ledContext(machine, service);
	return {...context, env: {...context.env, CR_LLM_COST_BUDGET: '1000'}, ...(fetch && {fetch})};
}

async function resultOf<Result>(run: AsyncGenerator<unknown, Result>): Promise<Result> {
	for (;;) {
		const step = await run.next();
		if (step.done) return step.value;
	}
}
