import process from 'node:process';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {failureCodes} from '../../../source/failure-codes.ts';
import {bot} from '../../emulators/github/data.ts';
import {reviewOf} from '../../helpers/review-of.ts';
import {numbered, workTree} from '../../helpers/work-tree.ts';
import {idsIn, serving} from './serving.ts';

const author = bot('coderabbitai');
const codes = new Set(Object.values(failureCodes).flatMap(group => Object.keys(group)));

const some = (values: Record<string, fc.Arbitrary<unknown>>) => fc.record(values, {requiredKeys: []});

/** Of fifty calls each. More take long: a figure has them all. */
const seeds = (process.env.PR_RESOLVE_RANDOM_SEEDS ?? '1').split(',').map(Number);

test.each(seeds)('random calls, concurrent, cancelled and cut, lose no byte (seed %i)', async seed => {
	const files = Object.fromEntries(Array.from({length: 8}, (_, at) => [`many/${at}.txt`, numbered('item', 9)]));
	const tree = workTree(files);
	const review = reviewOf(tree);
	for (const path of Object.keys(files))
		for (const line of [2, 5, 8]) review.suggest(path, line, [`${path} ${line}`], {author});
	const from = review.save();
	const before = new Map(Object.keys(files).map(path => [path, tree.read(path)]));
	let served = await serving({cwd: tree.root, env: tree.env}, ['--from', from]);
	const ids = idsIn((await served.call('list_findings')).text);
	expect(ids.length).toBe(24);
	const id = fc.oneof({weight: 6, arbitrary: fc.constantFrom(...ids)}, {weight: 1, arbitrary: fc.string()});
	const calls = fc.oneof(
		...Object.entries({
			list_findings: some({
				filter: fc.constantFrom('', 'is:open', 'is:', 'x'),
				max_tokens: fc.constantFrom(500, 6000, -1, 1e9),
				cursor: fc.string(),
			}),
			show_finding: some({ids: fc.array(id, {minLength: 1, maxLength: 4})}),
			apply: some({ids: fc.array(id, {minLength: 1, maxLength: 6}), dry_run: fc.boolean()}),
			mark: some({
				id,
				as: fc.constantFrom('fixed', 'declined', 'deferred', 'open', 'x'),
				reason: fc.constant('it is right as it is'),
			}),
			status: some({stop: fc.boolean()}),
			undo: some({}),
			preview: some({}),
		}).map(([name, input]) =>
			fc.tuple(fc.constant(name), input, fc.constantFrom('wait', 'wait', 'wait', 'beside', 'cancel', 'kill')),
		),
	);
	const faults: string[] = [];
	let beside: Promise<unknown>[] = [];
	let made = 0;
	for (const [name, input, how] of fc.sample(calls, {seed, numRuns: 50})) {
		const controller = new AbortController();
		made += 1;
		const answer = served.call(name, input, {signal: controller.signal}).then(
			({text, isError}) => {
				if (isError && !codes.has(text.split(':')[0]!) && !/Invalid arguments|Input validation/.test(text))
					faults.push(`${name} ${text.slice(0, 200)}`);
			},
			() => {},
		);
		if (how === 'beside') beside.push(answer);
		else if (how === 'cancel') {
			setTimeout(() => controller.abort(), (seed * made) % 40);
			await answer;
		} else if (how === 'kill' && made % 3 === 0) {
			setTimeout(() => process.kill(served.pid, 'SIGKILL'), (seed * made) % 60);
			await answer;
			await new Promise(done => setTimeout(done, 80));
			await served.close().catch(() => {});
			await Promise.all(beside);
			beside = [];
			served = await serving({cwd: tree.root, env: tree.env}, ['--from', from]);
			const left = await served.call('apply', {continue: true});
			if (left.isError && !/^nothing-to-continue|^cannot-undo|^several/.test(left.text))
				faults.push(`continue ${left.text.slice(0, 200)}`);
		} else await answer;
	}
	await Promise.all(beside);
	await served.close();
	expect(faults).toEqual([]);
	// Each file is as it was but for whole suggestions, and all of it can be undone.
	for (let rounds = 0; rounds < 40; rounds++) {
		const {json} = await tree.call(['runs', '--json']);
		const runs = (json as {runs: {id: string; state: string}[]}).runs.filter(({state}) => state !== 'undone');
		if (runs.length === 0) break;
		const undone = await tree.call(['undo', runs[0]!.id, '--json']);
		expect([0, 3]).toContain(undone.code);
	}
	for (const [path, text] of before) expect(tree.read(path)).toBe(text);
});
