import {expect, test} from 'vitest';
import {acme, withoutLimit} from './acme.ts';

const manyPulls = () =>
	Array.from({length: 300}, (_, index) => ({repository: index % 2 ? 'api' : 'web', number: index + 1}));

test('more than 256 need shards: the list fails and names how many', async () => {
	const {run} = await acme({pulls: manyPulls(), edit: withoutLimit});
	const ran = await run('apply');
	expect(ran.map(({job, code}) => [job, code])).toEqual([
		['list', 0],
		['list', 1],
	]);
	expect(ran[1]!.stderr).toMatch(/300 pull requests.*--shard 1\/2/s);
});

test('in shards, over 256 pull requests get a job each', async () => {
	const started: string[] = [];
	const {run} = await acme({
		pulls: manyPulls(),
		edit: withoutLimit,
		apply: inputs => void started.push(inputs['pull-request']!),
	});
	const ran = await run('shards');
	expect(ran.filter(({code}) => code !== 0)).toEqual([]);
	expect(started.sort()).toEqual(
		manyPulls()
			.map(({repository, number}) => `acme/${repository}#${number}`)
			.sort(),
	);
});

test('the shards apply every pull request, each once', async () => {
	const pulls = Array.from({length: 4}, (_, index) => ({repository: index % 2 ? 'api' : 'web', number: index + 1}));
	const {run, threads} = await acme({pulls});
	const rows = (await run('shards')).filter(({job}) => job === 'apply');
	expect(rows.map(({matrix}) => matrix.number).sort()).toEqual(pulls.map(({number}) => number));
	expect(threads()).toEqual(pulls.map(() => [true]));
});
