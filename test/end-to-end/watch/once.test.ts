import {expect, test} from 'vitest';
import {bot} from '../../emulators/github/data.ts';
import {closedPort} from '../../emulators/redis.ts';
import {atMost, newWords} from '../../emulators/reviewers/scripts.ts';
import {ledTo} from '../../emulators/vendor/lead.ts';
import {shouldRead} from '../../emulators/vendor/obedient.ts';
import {openAiModel} from '../../helpers/models.ts';
import {pushing} from '../closing/pushing.ts';
import {path, watching} from './watching.ts';

const once = ['watch', '7', '--once', '--json', '--yes'];
const rabbit = {author: bot('coderabbitai')};

test('a round pushes; another one on the same head writes nothing', async () => {
	const {call, there, tree, host} = await pushing({
		review: review => void review.suggest('src/list.txt', 2, ['item two'], rabbit),
	});
	const first = await call([...once, '--publish']);
	expect(first.code).toBe(0);
	expect(first.json).toMatchObject({
		schema: 'pr-resolve/watch@1',
		end: 'clean',
		stoppedBy: null,
		reason: 'nothing is left to apply',
		rounds: [{schema: 'pr-resolve/report@1', summary: {applied: 1}, commits: [{pushed: true}]}],
	});
	expect(there()).toBe(tree.head);
	const [head, writes] = [tree.head, host.writes.length];
	const second = await call([...once, '--publish']);
	expect([second.code, second.json]).toMatchObject([0, {end: 'clean', rounds: [{commits: [], run: null}]}]);
	expect([tree.head, host.writes.length]).toEqual([head, writes]);
});

test('after a push, the head that a reviewer has not looked at is the new one', async () => {
	const {moveThere, tree, bare, watch} = await watching([{behavior: atMost(1, newWords(path, 5))}]);
	moveThere();
	tree.git('pull', '-q', '--ff-only', bare, 'feature/limits');
	const {code, report} = await watch('--once');
	const reason = `nothing is left to apply, but coderabbitai has not looked at ${tree.head.slice(0, 7)}`;
	expect([code, report]).toMatchObject([3, {end: 'clean-unverified', reason, rounds: [{commits: [{pushed: true}]}]}]);
});

test('findings in words are counted beside what is left', async () => {
	const {call} = await pushing({
		review: review =>
			void review.suggest('src/list.txt', 2, ['item two'], rabbit).comment('src/list.txt', 5, 'Why so many?', rabbit),
	});
	const {code, json} = await call([...once, '--push']);
	expect([code, json]).toMatchObject([0, {end: 'clean', reason: 'nothing is left to apply (1 in words)'}]);
});

test('a head that is processed is not written to again, but what was left unsaid is', async () => {
	const {call, there, tree, review} = await pushing({
		review: review => void review.suggest('src/list.txt', 2, ['item two'], rabbit),
	});
	await call([...once, '--push']);
	const {head} = tree;
	const said = () =>
		review.pullRequest.data.reviewThreads.map(({comments}) => comments.slice(1).map(({body}) => body.split('\n')[0]));
	expect(said()).toEqual([[]]);
	const {code, json} = await call([...once, '--publish']);
	expect([code, json]).toMatchObject([
		0,
		{end: 'clean', rounds: [{commits: [], publication: {replies: 1, resolved: 1}}]},
	]);
	expect([said(), there(), tree.head]).toEqual([[[`Applied in ${head}.`]], head, head]);
});

test('what an earlier round excluded is not applied later to the same head, and the last line says why', async () => {
	const {call, host, tree} = await pushing({
		review: review =>
			void review.suggest('src/list.txt', 2, ['item two'], rabbit).suggest('src/other.txt', 3, ['entry three']),
	});
	await call([...once, '--publish', '--author', '[bot]']);
	const before = host.writes.length;
	const {code, json} = await call([...once, '--publish']);
	expect(tree.git('status', '--porcelain')).toBe('');
	const reason = expect.stringMatching(/^1 planned; \w{7} is processed, and there is no new finding/);
	const remedy = 'To apply what is planned, run: pr-resolve apply 7';
	expect([code, json, host.writes.length]).toMatchObject([3, {end: 'open', reason, remedy}, before]);
});

test('what needs a person leaves it open, also for the next one', async () => {
	const {call} = await pushing({
		review: review =>
			void review
				.suggest('src/list.txt', 2, ['item two'], rabbit)
				.suggest('src/other.txt', 3, ['one'], rabbit)
				.suggest('src/other.txt', 3, ['another'], {author: bot('copilot-pull-request-reviewer')}),
	});
	const first = await call([...once, '--push']);
	expect([first.code, first.json]).toMatchObject([3, {end: 'open', reason: expect.stringContaining('2 in conflict')}]);
	const second = await call([...once, '--push']);
	expect([second.code, second.json]).toMatchObject([3, {end: 'open', rounds: [{commits: []}]}]);
	// watch itself asks nothing.
	const {stdout} = await call(['watch', '7', '--once', '--yes', '--push']);
	expect(stdout).toContain('To decide the open conflicts, run pr-resolve review, or pass --decisions <file>.');
});

test('findings that the file of the project excludes are counted and never clean', async () => {
	const {call} = await pushing({
		files: {'.pr-resolve.yaml': 'path: docs/**\n'},
		review: review => void review.suggest('src/list.txt', 2, ['item two'], rabbit),
	});
	const {code, json} = await call([...once, '--push']);
	expect([code, json]).toMatchObject([
		3,
		{end: 'open', reason: expect.stringContaining('1 finding excluded by path docs/** (project file')},
	]);
});

test('a closed pull request ends it with nothing done', async () => {
	const {call, review, host} = await pushing();
	review.pullRequest.data.state = 'MERGED';
	const {code, json} = await call([...once, '--publish']);
	expect([code, json]).toMatchObject([0, {end: 'closed', reason: 'the pull request is merged', rounds: []}]);
	expect(host.writes).toEqual([]);
});

test('merged while the round goes on: nothing is pushed, and it ends as closed', async () => {
	const {call, review, there, host} = await pushing();
	const before = there();
	// The next look at the state is the one before the push.
	host.faults.on('Publish', answer => {
		review.pullRequest.data.state = 'MERGED';
		return answer;
	});
	const {code, json} = await call([...once, '--publish']);
	expect([code, json]).toMatchObject([
		0,
		{end: 'closed', reason: 'the pull request is merged', rounds: [{stops: [{code: 'not-pushable'}]}]},
	]);
	expect([there(), host.writes]).toEqual([before, []]);
});

test.each([
	[['watch', '7'], 'watch needs --push or --publish'],
	[['watch', '7', '--commit'], 'watch needs --push or --publish'],
	[['watch', '7', '--push', '--every', '5'], '--every does not accept "5"'],
	[['watch', '7', '--push', '--max-rounds', '0'], '--max-rounds does not accept "0"'],
	[['watch', '7', '--push', '--strategy', 'ask'], '--strategy ask cannot be used with watch'],
	[['watch', '7', '--push', '--from', 'review.json'], '--from'],
])('%j is a usage error', async (args, message) => {
	const {call, host} = await pushing();
	const {code, json} = await call([...args, '--json']);
	expect([code, json]).toMatchObject([
		2,
		{schema: 'pr-resolve/watch@1', error: {message: expect.stringContaining(message)}},
	]);
	expect(host.writes).toEqual([]);
});

test('a dry run shows the plan and changes nothing, however often', async () => {
	const {call, there, tree} = await pushing();
	const [before, files] = [there(), tree.snapshot()];
	for (const _ of ['first', 'second']) {
		const {code, json} = await call([...once, '--publish', '--dry-run']);
		expect([code, json]).toMatchObject([0, {end: 'clean', rounds: [{summary: {planned: 2}, pushPreview: {}}]}]);
	}
	expect([there(), tree.snapshot()]).toEqual([before, files]);
});

test('without a push it takes a round in the folder', async () => {
	const {call, tree} = await pushing();
	const {code, json} = await call(once);
	expect([code, json]).toMatchObject([0, {end: 'clean', rounds: [{summary: {applied: 2}}]}]);
	expect(tree.read('src/list.txt')).toContain('item two');
});

test('a server that machines share and that cannot be used is no spent budget', async () => {
	const {tree, env} = await pushing({
		review: review => void review.comment(path, 2, shouldRead('item two'), rabbit),
	});
	const service = await openAiModel();
	const model = ['--llm-preset', 'openai-api-mini', '--set', 'llm.budget_period=month'];
	// Time has to pass for the connection.
	const {code, json} = await tree.run([...once, ...model], {
		env: {...env, ...ledTo(service), CR_STORE_URL: `redis://127.0.0.1:${closedPort}`},
	});
	expect([code, service.asks().length]).toEqual([5, 0]);
	expect(json).toMatchObject({
		...{end: 'stopped', stoppedBy: null},
		...{reason: 'what machines share cannot be used', remedy: 'See why: pr-resolve doctor'},
		rounds: [{llm: {stoppedBy: 'store'}, warnings: [{kind: 'store'}]}],
	});
});

test.each([
	['quota', 1, "the model's quota or rate limit is used up", 'quota or rate limit'],
	['forbidden', 4, 'the model service refused access', 'access refused'],
] as const)('a model that answers nothing (%s) ends it, with the reason', async (fault, code, reason, words) => {
	const {tree, env} = await pushing({
		review: review => void review.comment(path, 2, shouldRead('item two'), rabbit),
	});
	const service = await openAiModel({fault: ({asked}) => (asked ? fault : null)});
	const args = ['watch', '7', '--once', '--yes', '--llm-preset', 'openai-api-mini'];
	const watched = await tree.run(args, {env: {...env, ...ledTo(service)}});
	expect(watched.code).toBe(code);
	expect(watched.stdout).toContain(`model: answered 0 of 1; stopped: ${words}\n`);
	expect(watched.stdout).toContain(`Failed: ${reason}.\n`);
});
