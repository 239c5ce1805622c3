import {describe, expect, onTestFinished, test} from 'vitest';
import type {Report} from '../../../source/run/report/report.ts';
import {startStore} from '../../emulators/store.ts';
import {ledTo} from '../../emulators/vendor/lead.ts';
import {hasRedis, withRedis} from '../../helpers/has-redis.ts';
import {openAiModel} from '../../helpers/models.ts';
import {redisServer} from '../../helpers/redis-server.ts';
import {remarks} from '../../helpers/remarks.ts';
import {type WorkTree, workTree} from '../../helpers/work-tree.ts';

const args = ['--llm-preset', 'api-a-mini', '--set', 'llm.budget_period=month'];
/** For a few questions and not for ten. */
const budget = ['--cost-budget', '0.003'];

type Options = {service: Awaited<ReturnType<typeof openAiModel>>; url: string; flags?: string[]; way?: 'call' | 'run'};

/** Questions about files of their own, so that no earlier answer is kept for them. */
async function applied(tree: WorkTree, count: number, {service, url, flags = [], way = 'call'}: Options) {
	const env = {...ledTo(service), CR_STORE_URL: url, CR_LLM_CACHE_ENABLED: 'false'};
	const from = remarks(tree, count);
	const {code, stderr, json} = await tree[way](['apply', '--from', from, '--json', ...args, ...flags], {env});
	return {code, stderr, report: json as Report};
}

test('without the server nothing is sent, and the exit code is 5', async () => {
	const gone = await startStore(() => undefined);
	await gone.close();
	const tree = workTree();
	const service = await openAiModel();
	const url = `redis://me:hidden@127.0.0.1:${gone.port}`;
	const {code, stderr, report} = await applied(tree, 3, {service, url, way: 'run'});
	expect([code, report.llm.stoppedBy, service.asks().length]).toEqual([5, 'store', 0]);
	expect(stderr).toContain(`The shared budget cannot be reached: 127.0.0.1:${gone.port}: connection refused.`);
	expect(stderr + JSON.stringify(report)).not.toContain('hidden');
});

test('a server that stops in the middle ends the run with exit code 5, and what was answered is applied', async () => {
	let grants = 0;
	const server = await startStore(([name, , , ...rest]) => {
		if (name !== 'EVALSHA' || !rest.includes('reserve')) return undefined;
		grants += 1;
		return grants > 2 ? '-OOM command not allowed' : ['held', '0', '1000', '0'];
	});
	onTestFinished(server.close);
	const tree = workTree();
	const service = await openAiModel();
	const {code, report} = await applied(tree, 5, {service, url: server.url});
	expect([code, report.llm.stoppedBy, service.asks().length]).toEqual([5, 'store', 2]);
	expect(report.summary).toMatchObject({applied: 2, needsModel: 3});
});

test('a budget of each run needs no server, which the log says', async () => {
	const tree = workTree();
	const service = await openAiModel();
	const flags = ['--set', 'llm.budget_period=run', '--log-level', 'INFO'];
	const {code, stderr} = await tree.run(['apply', '--from', remarks(tree, 1), '--llm-preset', 'api-a-mini', ...flags], {
		env: {...ledTo(service), CR_STORE_URL: 'rediss://me:hidden@192.0.2.1'},
	});
	expect(code).toBe(0);
	expect(stderr).toContain('store_url does not share this budget');
	expect(service.asks()).toHaveLength(1);
});

test('config shows the server without the password', async () => {
	const {code, stdout} = await workTree().run(['config', '--json'], {
		env: {CR_STORE_URL: 'rediss://me:hidden@budget.example'},
	});
	expect(code).toBe(0);
	expect(stdout).toContain('rediss://budget.example:6379');
	expect(stdout).not.toContain('hidden');
});

describe.skipIf(!hasRedis)(withRedis, () => {
	test('clones on several machines spend no more than one budget', async () => {
		const server = await redisServer();
		const service = await openAiModel();
		const trees = [workTree(), workTree(), workTree()];
		const runs = trees.map(tree => applied(tree, 8, {service, url: server.url, flags: budget, way: 'run'}));
		const ended = await Promise.all(runs);
		expect(ended.map(({code}) => code)).toEqual([5, 5, 5]);
		expect(ended.map(({report}) => report.llm.budgetShared)).toEqual([true, true, true]);
		const costs = ended.map(({report}) => report.llm.costUsd);
		const sum = costs.reduce((total, cost) => total + cost, 0);
		expect(sum).toBeLessThanOrEqual(0.003);
		expect(service.asks().length).toBe(ended.reduce((total, {report}) => total + report.llm.requests, 0));
	});

	test('after a loss of its data nothing is sent until the new ledger is accepted', async () => {
		const server = await redisServer();
		const [tree, service] = [workTree(), await openAiModel()];
		const ask = (flags: string[]) => applied(tree, 2, {service, url: server.url, flags: ['--dry-run', ...flags]});
		expect((await ask([])).report.llm.stoppedBy).toBeNull();
		await server.restart();
		const stopped = await ask([]);
		expect([stopped.code, service.asks().length]).toEqual([5, 2]);
		expect(JSON.stringify(stopped.report.warnings)).toContain('--accept-new-ledger');
		expect((await ask(['--accept-new-ledger'])).report.llm.stoppedBy).toBeNull();
		expect((await ask([])).report.llm.stoppedBy).toBeNull();
		expect(service.asks()).toHaveLength(6);
	});
});
