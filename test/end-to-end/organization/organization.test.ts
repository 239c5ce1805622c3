import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {fault} from '../../emulators/github/faults.ts';
import {hasRedis, withRedis} from '../../helpers/has-redis.ts';
import {redisServer} from '../../helpers/redis-server.ts';
import {acme, withoutLimit} from './acme.ts';

const hostile = [
	'"; touch x; #',
	`\${{ secrets.APP_KEY }}`,
	'one\ntwo\nmatrix=x',
	'EOF',
	'| <img src=x> |',
	'$(touch x)',
	// For the runner, this is a command, wherever it is in a line.
	'a ##[error]boom',
];
const branch = `";touch\${IFS}x;$(touch\${IFS}x)#{{`;

const titled = hostile.map((title, index) => ({
	repository: 'api',
	number: index + 1,
	title,
	headRefName: `${branch}${index}`,
}));

test('the list shows every pull request on the summary page, whatever its title and branch', async () => {
	const {run, asked, left, host} = await acme({pulls: titled});
	const ran = await run('list');
	expect(ran.map(({code}) => code)).toEqual([0, 0]);
	expect(ran[0]!.stdout).toBe('npm install --global --ignore-scripts pr-resolve@0.0.0\n');
	const rows = ran[1]!.summary.split('\n').filter(line => line.startsWith('| acme'));
	expect(rows).toHaveLength(hostile.length);
	expect(rows.filter(row => row.match(/(?<!\\)\|/g)?.length !== 6)).toEqual([]);
	expect(ran[1]!.summary).not.toMatch(/(?<!\\)<img/);
	expect([left(), host.writes, asked.length, ran[1]!.commands]).toEqual([[], [], 1, []]);
	expect(asked[0]).toMatchObject({owner: 'acme', 'permission-contents': 'read', 'permission-pull-requests': 'read'});
});

test('the weekly report has the tables of what was merged, with a token that can only read', async () => {
	const {run, asked, host} = await acme({pulls: [{repository: 'web', number: 9, state: 'MERGED'}]});
	const [ran, ...others] = await run('stats');
	expect([ran?.code, ran?.outputs.outcome, others]).toEqual([0, 'clean', []]);
	expect(ran?.summary).toContain('| coderabbit | 1 | 1 | 0 of 1 taken |');
	expect(asked).toHaveLength(1);
	expect(asked[0]).toMatchObject({owner: 'acme', 'permission-contents': 'read', 'permission-pull-requests': 'read'});
	expect(host.writes).toEqual([]);
});

test('every row of the matrix applies one pull request, with a token for its repository', async () => {
	const pulls = [...titled.slice(0, 3), {repository: 'web', number: 9}];
	const {run, asked, left, lineIn, threads} = await acme({pulls});
	const ran = await run('apply');
	expect(ran.filter(({code}) => code !== 0).map(({job, stdout, stderr}) => [job, stdout, stderr])).toEqual([]);
	const rows = ran.filter(({job}) => job === 'apply');
	expect(
		rows.map(({matrix}) => `${matrix.owner}/${matrix.repository}#${matrix.number} ${matrix.share}`).sort(),
	).toEqual(pulls.map(({repository, number}) => `acme/${repository}#${number} 1/${pulls.length}`).sort());
	expect(rows.map(({outputs}) => [outputs.outcome, outputs.applied])).toEqual(pulls.map(() => ['clean', '1']));
	expect(lineIn('web', 'change-9')).toBe('item two');
	expect([0, 1, 2].map(index => lineIn('api', `${branch}${index}`))).toEqual(Array(3).fill('item two'));
	expect(threads()).toEqual(pulls.map(() => [true]));
	expect(left()).toEqual([]);
	const writing = asked.filter(inputs => inputs['permission-contents'] === 'write');
	expect(writing.map(({owner, repositories}) => `${owner}/${repositories}`).sort()).toEqual(
		pulls.map(({repository}) => `acme/${repository}`).sort(),
	);
});

test('a list costs as many points as the docs say', async () => {
	const {run, host} = await acme({pulls: [{repository: 'web', number: 9}]});
	const before = host.rate.remaining;
	await run('list');
	const docs = readFileSync(join(import.meta.dirname, '../../../docs/organization.md'), 'utf8');
	const [, repositories, points] = /about ([\d,]+): (\d+) points for 20/.exec(docs) ?? [];
	// One for the account.
	expect(before - host.rate.remaining).toBe(Number(points) + 1);
	const listed = Math.floor((5000 / Number(points)) * 20);
	expect(Math.floor(listed / 100) * 100).toBe(Number(repositories?.replace(',', '')));
});

test('a store that cannot be reached stops every write', async () => {
	const pulls = [{repository: 'web', number: 9}];
	const {run, host} = await acme({pulls, secrets: {CR_STORE_URL: 'redis://127.0.0.1:1'}});
	const row = (await run('apply')).at(-1)!;
	expect([row.job, row.code, row.outputs.outcome, row.outputs['exit-code']]).toEqual(['apply', 5, 'stopped', '5']);
	expect(host.writes).toEqual([]);
});

test('the next night finds nothing to do', async () => {
	const {run, host} = await acme({pulls: [{repository: 'web', number: 9}]});
	await run('apply');
	const before = host.writes.length;
	const ran = await run('apply');
	expect([ran.map(({code}) => code), host.writes.length]).toEqual([[0, 0, 0], before]);
});

test('what a job could not finish, the next night does', async () => {
	const {run, host, threads} = await acme({pulls: [{repository: 'web', number: 9}]});
	host.faults.on('Reply', ...Array.from({length: 4}, () => fault.secondaryLimit({retryAfter: 0})));
	const cut = (await run('apply')).at(-1)!;
	expect([cut.code, cut.outputs.outcome, threads()]).toEqual([5, 'stopped', [[false]]]);
	expect(cut.annotations('error')[0]!.message).toMatch(/After .* UTC, run this workflow again\.?$/);
	const next = (await run('apply')).at(-1)!;
	expect([next.code, next.outputs.outcome, threads()]).toEqual([0, 'clean', [[true]]]);
	expect(host.writes.filter(({operation}) => operation.includes('Commit'))).toHaveLength(1);
});

test('without a pull request there is no job', async () => {
	const {run} = await acme({pulls: [], repositories: [{nameWithOwner: 'acme/empty'}]});
	const ran = await run('apply');
	expect(ran.map(({job, code, outputs}) => [job, code, outputs.matrix])).toEqual([
		['list', 0, undefined],
		['list', 0, '{"include":[]}'],
	]);
});

test('a repository that cannot be read is named, and the others are applied', async () => {
	const {run, lineIn} = await acme({
		pulls: [{repository: 'web', number: 9}],
		repositories: [{nameWithOwner: 'acme/secret', refusal: 'NOT_FOUND'}],
	});
	const ran = await run('apply');
	expect(ran.map(({job, code}) => [job, code])).toEqual([
		['list', 0],
		['list', 0],
		['apply', 0],
	]);
	expect(ran[1]!.summary).toContain('secret');
	expect(ran[1]!.annotations('warning').map(({message}) => message)).toEqual([expect.stringContaining('summary')]);
	expect(lineIn('web', 'change-9')).toBe('item two');
});

test('a listing that fails ends the job', async () => {
	const {run, host} = await acme({pulls: [{repository: 'web', number: 9}]});
	await host.close();
	const ran = await run('apply');
	expect(ran.map(({job, code}) => [job, code])).toEqual([
		['list', 0],
		['list', 1],
	]);
});

test('a pull request that fails stops no other', async () => {
	const refused = 'Changes must be made through a pull request.';
	const {run, lineIn} = await acme({
		pulls: [
			{repository: 'api', number: 1},
			// Listed after the other.
			{repository: 'web', number: 9, updatedAt: new Date(Date.now() - 3_600_000).toISOString()},
		],
		repositories: [{nameWithOwner: 'acme/api', protection: {by: 'ruleset', lines: [refused]}}],
		edit: text => text.replace('max-parallel: 20', 'max-parallel: 1'),
	});
	const rows = (await run('apply')).filter(({job}) => job === 'apply');
	expect(rows.map(({matrix, code, outputs}) => [matrix.repository, code, outputs.outcome])).toEqual([
		['api', 4, 'failed'],
		['web', 0, 'clean'],
	]);
	expect(rows[0]!.annotations('error')[0]!.message).toContain(refused);
	expect(lineIn('web', 'change-9')).toBe('item two');
});

test('a fork gets no push: its job has the patch', async () => {
	const {run, host} = await acme({pulls: [{repository: 'web', number: 9, headRepository: 'stranger/web'}]});
	const ran = await run('apply');
	const {code, outputs, summary} = ran.at(-1)!;
	expect([ran[1]!.summary, code, outputs.outcome]).toEqual([expect.stringContaining('| fork |'), 0, 'open']);
	expect(summary).toContain('+item two');
	expect([outputs.patch, host.writes]).toEqual([expect.stringMatching(/./), []]);
});

describe.runIf(hasRedis)(withRedis, () => {
	test('the jobs take the turns of all their writes on the server, and none has a share', async () => {
		const {url, store} = await redisServer('--requirepass', 'hidden');
		const {run, host, lineIn} = await acme({
			pulls: [
				{repository: 'api', number: 1},
				{repository: 'web', number: 9},
			],
			secrets: {CR_STORE_URL: url},
			edit: withoutLimit,
		});
		const ran = await run('apply');
		expect(ran.map(({job, code}) => [job, code])).toEqual([
			['list', 0],
			['list', 0],
			['apply', 0],
			['apply', 0],
		]);
		expect([lineIn('api', 'change-1'), lineIn('web', 'change-9')]).toEqual(['item two', 'item two']);
		const accounts = (await store.command('KEYS', '*')) as string[];
		expect(accounts).toEqual([expect.stringMatching(/^{pr-resolve}:writes:.*\/resolver\[bot]$/)]);
		expect(await store.command('ZCARD', accounts[0]!)).toBe(host.writes.length);
		expect(JSON.stringify(ran)).not.toContain('hidden');
	});
});

test('with undo-since, a night is undone by the App on every pull request, and nothing is applied', async () => {
	const pulls = [
		{repository: 'api', number: 1},
		{repository: 'web', number: 9},
	];
	const {run, host, lineIn, threads, asked} = await acme({pulls});
	const since = new Date(Date.now() - 60_000).toISOString();
	await run('apply');
	expect([lineIn('api', 'change-1'), lineIn('web', 'change-9'), threads()]).toEqual([
		'item two',
		'item two',
		[[true], [true]],
	]);
	const before = asked.length;
	const ran = await run('shards', {'undo-since': since});
	expect(ran.filter(({code}) => code !== 0).map(({job, stdout, stderr}) => [job, stdout, stderr])).toEqual([]);
	expect(ran.filter(({job}) => job !== 'list').map(({job}) => job)).toEqual(['undo', 'undo']);
	expect([lineIn('api', 'change-1'), lineIn('web', 'change-9'), threads()]).toEqual([
		'item 2',
		'item 2',
		[[false], [false]],
	]);
	const writing = asked.slice(before).filter(inputs => inputs['permission-contents'] === 'write');
	expect(writing.map(({repositories}) => repositories).sort()).toEqual(['api', 'web']);
	const writes = host.writes.length;
	const again = await run('apply', {'undo-since': since});
	const next = await run('apply');
	expect([...again, ...next].map(({code}) => code)).toEqual([...again, ...next].map(() => 0));
	expect(host.writes).toHaveLength(writes);
});
