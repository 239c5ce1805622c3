import {expect, test} from 'vitest';
import type {Matrix} from '../../../source/run/fleet/matrix.ts';
import {fleetOf, pull} from './listing.ts';

const matrixOf = (text: string) => JSON.parse(text) as Matrix;

test('a matrix is one line, with nothing that a stranger can name', async () => {
	const hostile = {title: '"}]} \u0024{{ github.token }}\n::set-output::', headRefName: '"; touch x; #'};
	const {fleet} = await fleetOf([
		pull({repository: 'acme/api', number: 7}, hostile),
		pull({repository: 'acme/web', number: 3}),
		pull({repository: 'acme/web', number: 4, threads: 0}),
	]);
	const {code, stdout} = await fleet('acme', '--matrix');
	expect(code).toBe(0);
	expect(stdout).toBe(
		'{"include":[{"owner":"acme","repository":"api","number":7,"share":"1/2"},{"owner":"acme","repository":"web","number":3,"share":"1/2"}]}\n',
	);
});

test('with --json, the report has the matrix', async () => {
	const {fleet} = await fleetOf([pull({repository: 'acme/api', number: 7})]);
	const {code, report} = await fleet('acme', '--matrix', '--json');
	const row = {owner: 'acme', repository: 'api', number: 7, share: '1/1'};
	expect([code, report()]).toMatchObject([0, {schema: 'pr-resolve/fleet@1', matrix: {include: [row]}}]);
});

test('a share of the write limits that is passed is that of every job', async () => {
	const {fleet} = await fleetOf([pull({repository: 'acme/api', number: 7}), pull({repository: 'acme/api', number: 8})]);
	const {code, stdout} = await fleet('acme', '--matrix', '--set', 'write_share=1/40');
	expect([code, matrixOf(stdout).include.map(({share}) => share)]).toEqual([0, ['1/40', '1/40']]);
	const listing = await fleet('acme', '--set', 'write_share=1/40');
	expect([listing.code, listing.stderr]).toEqual([2, expect.stringContaining('--set write_share needs --apply')]);
});

test('a matrix of nothing is empty', async () => {
	const {fleet} = await fleetOf([pull({repository: 'acme/web', number: 4, threads: 0})]);
	expect(await fleet('acme', '--matrix')).toMatchObject({code: 0, stdout: '{"include":[]}\n'});
});

test('what could not be read ends with 1, and the matrix is printed all the same', async () => {
	const {fleet} = await fleetOf([pull({repository: 'acme/web', number: 4}), pull({repository: 'acme/ui', number: 1})], {
		repositories: [{nameWithOwner: 'acme/ui', refusal: 'FORBIDDEN'}],
	});
	const {code, stdout, stderr} = await fleet('acme', '--matrix');
	expect([code, matrixOf(stdout).include.length]).toEqual([1, 1]);
	expect(stderr).toContain('Cannot read acme/ui.');
});

test('more rows than a matrix holds: the number of shards in the error fits, and these have all rows once', async () => {
	const pulls = Array.from({length: 300}, (_, index) => pull({repository: 'acme/api', number: index + 1}));
	const {fleet} = await fleetOf(pulls);
	const {code, stdout, stderr} = await fleet('acme', '--matrix');
	expect([code, stdout]).toEqual([2, '']);
	const [, shards] = /--shard 1\/(\d+)/.exec(stderr) ?? [];
	const of = Number(shards);
	const rows: number[] = [];
	for (let index = 1; index <= of; index += 1) {
		const part = await fleet('acme', '--matrix', '--shard', `${index}/${of}`);
		expect(part.code).toBe(0);
		const {include} = matrixOf(part.stdout);
		expect(include.length).toBeLessThanOrEqual(256);
		rows.push(...include.map(({number}) => number));
	}
	expect(rows.toSorted((a, b) => a - b)).toEqual(pulls.map(({data}) => data.number));
	const second = matrixOf((await fleet('acme', '--matrix', '--shard', '2/3')).stdout).include;
	const others = await Promise.all(['1/3', '3/3'].map(shard => fleet('acme', '--matrix', '--shard', shard)));
	const all = [...second, ...others.flatMap(({stdout}) => matrixOf(stdout).include)];
	expect(new Set(all.map(({number}) => number)).size).toBe(300);
	expect(all).toHaveLength(300);
});

test('a shard that is too large: the number of shards in the error is one that fits them all', async () => {
	const pulls = Array.from({length: 1100}, (_, index) => pull({repository: 'acme/api', number: index + 1}));
	const {fleet} = await fleetOf(pulls);
	const {code, stderr} = await fleet('acme', '--matrix', '--shard', '1/3');
	const [, shards] = /--shard 1\/(\d+)/.exec(stderr) ?? [];
	expect([code, Number(shards)]).toEqual([2, expect.toSatisfy(number => number >= 1100 / 256)]);
});
