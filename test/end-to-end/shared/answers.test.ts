import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, onTestFinished, test} from 'vitest';
import {sealAnswer} from '../../../source/llm/guards/shared-answers.ts';
import type {Report} from '../../../source/run/report/report.ts';
import {startStore} from '../../emulators/store.ts';
import {ledTo} from '../../emulators/vendor/lead.ts';
import {obedient} from '../../emulators/vendor/obedient.ts';
import {hasRedis, withRedis} from '../../helpers/has-redis.ts';
import {localModel, openAiModel} from '../../helpers/models.ts';
import {redisServer} from '../../helpers/redis-server.ts';
import {remarks} from '../../helpers/remarks.ts';
import {type WorkTree, workTree} from '../../helpers/work-tree.ts';

const key = 'hidden hidden hidden';
const questions = 4;

type Options = {
	service: Awaited<ReturnType<typeof openAiModel | typeof localModel>>;
	url: string;
	tree?: WorkTree;
	preset?: string;
	flags?: string[];
	env?: Record<string, string>;
};

/** A run on a machine of its own, unless the tree is that of another run. */
async function planned({service, url, tree = workTree(), preset = 'openai-api-mini', flags = [], env = {}}: Options) {
	const before = service.asks().length;
	const args = ['apply', '--dry-run', '--json', '--from', remarks(tree, questions), '--llm-preset', preset, ...flags];
	const ended = await tree.call(args, {env: {...ledTo(service), CR_STORE_URL: url, CR_STORE_KEY: key, ...env}});
	expect(ended.stdout + ended.stderr).not.toContain(key);
	return {...ended, report: ended.json as Report, asked: service.asks().length - before};
}

test.each(['too short', '0123456789abcde'])(
	'the key %j is a usage error, which does not show it',
	async CR_STORE_KEY => {
		const service = await openAiModel();
		const {code, report, stdout, stderr, asked} = await planned({
			service,
			url: 'redis://127.0.0.1:1',
			env: {CR_STORE_KEY},
		});
		expect([code, asked]).toEqual([2, 0]);
		expect(report).toMatchObject({error: {message: 'CR_STORE_KEY does not accept this value.'}});
		expect(stdout + stderr).not.toContain(CR_STORE_KEY);
	},
);

test('config does not show the key, and the project may not set it', async () => {
	const tree = workTree();
	const {stdout, code} = await tree.call(['config', '--json'], {env: {CR_STORE_KEY: key}});
	expect([code, stdout.includes(key), stdout.includes('CR_STORE_KEY')]).toEqual([0, false, true]);
	writeFileSync(join(tree.root, '.pr-resolve.yaml'), `store_key: ${key}\n`);
	const refused = await tree.call(['config', '--json']);
	expect([refused.code, refused.stdout.includes(key)]).toEqual([2, false]);
});

test('what a vendor has answered is no answer of a compatible server, and the other way round', async () => {
	const [vendor, other] = [await openAiModel(), await openAiModel()];
	const tree = workTree();
	const at = ['--set', `llm.base_url=${other.url}/v1`, '--set', 'llm.price=gpt-6-luna=1/0.1/2'];
	const runs = [
		await planned({service: vendor, url: '', tree}),
		await planned({service: other, url: '', tree, flags: at}),
		await planned({service: other, url: '', tree, flags: at}),
		await planned({service: vendor, url: '', tree}),
	];
	expect(runs.map(({asked}) => asked)).toEqual([questions, questions, 0, 0]);
});

test('if the answers cannot be reached nothing is sent, and the exit code is 5', async () => {
	const gone = await startStore(() => undefined);
	await gone.close();
	const service = await openAiModel();
	const {code, asked, stderr} = await planned({service, url: `redis://127.0.0.1:${gone.port}`});
	expect([code, asked]).toEqual([5, 0]);
	expect(stderr).toContain(`The shared answers cannot be reached: 127.0.0.1:${gone.port}: connection refused.`);
});

test('if the answers get lost in the middle, what was answered stays, and nothing more is sent', async () => {
	let writes = 0;
	const server = await startStore(([name]) => {
		if (name === 'GETRANGE') return '';
		if (name !== 'SET') return undefined;
		writes += 1;
		return writes > 2 ? '-OOM command not allowed' : 'OK';
	});
	onTestFinished(server.close);
	const service = await openAiModel();
	const {code, asked, report, stderr} = await planned({service, url: server.url});
	expect([code, asked]).toEqual([5, 3]);
	expect(report.summary).toMatchObject({planned: 3, needsModel: 1});
	expect(stderr.match(/The shared answers cannot be used/g)).toHaveLength(1);
});

test('a model on this machine shares nothing', async () => {
	const server = await startStore(() => undefined);
	onTestFinished(server.close);
	const {code, asked} = await planned({service: await localModel(), url: server.url, preset: 'ollama-local'});
	expect([code, asked, server.commands]).toEqual([0, questions, []]);
});

test('without a server the key has no effect, which a warning says', async () => {
	const {code, asked, stderr} = await planned({service: await openAiModel(), url: ''});
	expect([code, asked]).toEqual([0, questions]);
	expect(stderr).toContain('store_key has no effect without store_url');
});

describe.skipIf(!hasRedis)(withRedis, () => {
	test('another machine with the same key sends nothing, and its hits are counted', async () => {
		const [server, service] = [await redisServer(), await openAiModel()];
		const first = await planned({service, url: server.url});
		expect([first.asked, first.report.llm.cacheHits, first.report.llm.sharedHits]).toEqual([questions, 0, 0]);
		const tree = workTree();
		const second = await planned({service, url: server.url, tree, flags: ['--log-level', 'DEBUG']});
		expect([second.code, second.asked, second.report.llm.costUsd]).toEqual([0, 0, 0]);
		expect(second.report.llm).toMatchObject({cacheHits: questions, sharedHits: questions, cacheHitRate: 1});
		expect(second.stderr.match(/: answered from the shared cache, comment/g)).toHaveLength(questions);
		expect(second.report.changes.map(({diff}) => diff)).toEqual(first.report.changes.map(({diff}) => diff));
		// What came from there is on this machine from now on.
		await server.stop();
		const third = await planned({service, url: server.url, tree});
		expect([third.asked, third.code]).toEqual([0, 0]);
		expect(third.report.llm).toMatchObject({cacheHits: questions, sharedHits: 0});
	});

	test('--show-metrics shows which hits are shared', async () => {
		const [server, service] = [await redisServer(), await openAiModel()];
		await planned({service, url: server.url});
		const tree = workTree();
		const env = {...ledTo(service), CR_STORE_URL: server.url, CR_STORE_KEY: key};
		const from = remarks(tree, questions);
		const args = ['analyze', '--from', from, '--llm-preset', 'openai-api-mini', '--show-metrics'];
		expect((await tree.run(args, {env})).stdout).toMatch(/Cache hits +4 \(4 shared\)/);
	});

	test('an answer that somebody else wrote is not used', async () => {
		const [server, service] = [await redisServer(), await openAiModel()];
		await planned({service, url: server.url});
		const names = (await server.store.command('KEYS', '*:answers:*')) as string[];
		expect(names).toHaveLength(questions);
		const texts = await Promise.all(names.map(name => server.store.command('GET', name)));
		const forgeries = [texts[1], `${texts[1]}`.replace(/item|ITEM/g, 'evil'), `${texts[2]}`.slice(0, 60), '{}'];
		await Promise.all(names.map((name, index) => server.store.command('SET', name, `${forgeries[index]}`)));
		const {code, asked, report, stderr} = await planned({service, url: server.url});
		expect([code, asked, report.llm.cacheHits]).toEqual([0, questions, 0]);
		expect(stderr).toContain('is not signed with your key');
		expect(stderr).toContain('4 answers at');
		expect(JSON.stringify(report)).not.toContain('evil');
	});

	test('a machine with another key sends its own requests', async () => {
		const [server, service] = [await redisServer(), await openAiModel()];
		await planned({service, url: server.url});
		const other = await planned({service, url: server.url, env: {CR_STORE_KEY: `${key}, another one`}});
		expect([other.asked, other.report.llm.cacheHits]).toEqual([questions, 0]);
		expect(other.stderr).not.toContain('signed');
	});

	test('after the server has stopped nothing is sent, and what was answered stays', async () => {
		const server = await redisServer();
		let answers = 0;
		const service = await openAiModel({
			async answer(request) {
				answers += 1;
				if (answers === 2) await server.stop();
				return obedient(request);
			},
		});
		const {code, asked, report} = await planned({service, url: server.url});
		expect([code, asked]).toEqual([5, 2]);
		expect(report.summary).toMatchObject({planned: 2, needsModel: 2});
	});

	test('a restart without its data forgets the answers and ends nothing', async () => {
		const server = await redisServer();
		let answers = 0;
		const service = await openAiModel({
			async answer(request) {
				answers += 1;
				if (answers === 2) await server.restart();
				return obedient(request);
			},
		});
		const {code, asked} = await planned({service, url: server.url});
		expect([code, asked]).toEqual([0, questions]);
		expect(await server.store.command('KEYS', '*:answers:*')).toHaveLength(questions - 1);
	});

	test('an answer that cannot be used is not shared', async () => {
		const server = await redisServer();
		const service = await openAiModel({answer: () => 'no JSON'});
		const {report} = await planned({service, url: server.url});
		expect(report.llm.requests).toBeGreaterThan(0);
		expect(await server.store.command('KEYS', '*:answers:*')).toEqual([]);
	});

	test('an answer that is no longer valid here is requested again', async () => {
		const [server, service] = [await redisServer(), await openAiModel()];
		await planned({service, url: server.url});
		const [name] = (await server.store.command('KEYS', '*:answers:*')) as [string];
		const id = name.split(':').at(-1)!;
		const answer = {atMs: Date.now(), reply: {text: 'no JSON', stop: 'complete', usage: null, model: 'm'}} as const;
		await server.store.command('SET', name, sealAnswer(key, id, answer));
		const {code, asked, report} = await planned({service, url: server.url});
		expect([code, asked, report.llm.sharedHits]).toEqual([0, 1, questions - 1]);
	});
});
