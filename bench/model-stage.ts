import type {PullRequest} from '../source/review/comment.ts';
import {readPullRequest} from '../source/review/read.ts';
import {askAbout} from '../source/run/asking/ask-about.ts';
import {resolveSettings} from '../source/settings/resolve.ts';
import {shouldRead} from '../test/emulators/vendor/obedient.ts';
import type {Benchmark, Machine} from './benchmark.ts';
import {type Figure, type Measured, ms} from './figure.ts';
import {ledContext} from './led-context.ts';
import {type Service, startService} from './service/start.ts';
import {shapes, snapshotOf, synthesize} from './synthetic.ts';
import {median} from './timing.ts';

const workerCounts = [1, 4, 8];
const findings = 100;
const latencyMs = 400;
const runs = 5;

const stage: Figure = {
	name: `time from ${findings} comments to changes vs. the model's own time`,
	unit: 'x',
	bound: 1.05,
	meaning: `Overhead on a model that answers in ${latencyMs} ms: preparing questions, guards, connections, reading answers. 1 is ${findings} / workers rounds of ${latencyMs} ms.`,
};

export const modelStage: Benchmark = {
	about: `The model stage of a run, with a service in a separate process, ${workerCounts.join(', ')} workers; median of ${runs}.`,
	seconds: 290,
	figures: [stage],
	async measure(machine) {
		const service = await startService({kind: 'openai', latenciesMs: [latencyMs]});
		try {
			// Loads all modules in advance, so that no run is slower for it.
			await ask(8, machine, service);
			const all: Measured[] = [];
			for (const workers of workerCounts) {
				const times: number[] = [];
				await service.forget();
				for (let run = 0; run < runs; run++) times.push(await ask(workers, machine, service));
				const least = Math.ceil(findings / workers) * latencyMs;
				const answer = ms(median(await service.servedMs()));
				const detail = `${ms(median(times))} / ${ms(least)}; an answer took the service ${answer}`;
				all.push({figure: stage, of: `${workers} workers`, value: median(times) / least, detail});
			}
			return all;
		} finally {
			service.close();
		}
	},
};

const synthetic = synthesize(shapes['over 100 files'], findings);

/** The same pull request with prose instead of suggestions. */
const inWords = ({reviewThreads, ...rest}: PullRequest): PullRequest => ({
	...rest,
	reviewThreads: reviewThreads.map((thread, index) => ({
		...thread,
		comments: thread.comments.map(comment => ({...comment, body: shouldRead(`\t}  // ${index}`)})),
	})),
});

/** @returns milliseconds from a run's findings to the same findings with the answers' proposals */
async function ask(workers: number, machine: Machine, service: Service): Promise<number> {
	const world = ledContext(machine, service);
	const env = {
		CR_LLM_PROVIDER: 'openai',
		CR_LLM_CACHE_ENABLED: 'false',
		CR_PARALLEL: 'true',
		CR_MAX_WORKERS: String(workers),
	};
	const context = {...world, env: {...world.env, ...env}};
	const {values: settings} = await resolveSettings({...context, command: 'apply', flags: {}, configFile: null});
	const pullRequest = inWords(synthetic.pullRequest);
	const {findings: read} = readPullRequest(pullRequest);
	const ground = {pullRequest, snapshot: snapshotOf(synthetic)};
	const run = {settings, trust: {trust: 'anyone', trustAuthors: []} as const};
	const start = machine.now();
	const asking = askAbout(read, ground, run, context);
	for (;;) {
		const step = await asking.next();
		if (!step.done) continue;
		const time = machine.now() - start;
		const changed = step.value.filter(({changes}) => changes.length > 0).length;
		if (changed === findings) return time;
		throw new Error(`${changed} of ${findings} comments became changes: ${step.value[0]?.disposition?.reason}`);
	}
}
