import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {nothingAsked} from '../../source/delivery/request.ts';
import {stepRunnerFor} from '../../source/delivery/step-runner.ts';
import {Failure} from '../../source/failure.ts';
import {type AnalyzeRequest, analyze} from '../../source/run/analyze.ts';
import {apply} from '../../source/run/apply.ts';
import {targetOfPullRequest} from '../../source/run/code-host.ts';
import type {Context} from '../../source/run/context.ts';
import {doctor} from '../../source/run/doctor/doctor.ts';
import type {RunEvent} from '../../source/run/events.ts';
import {follow} from '../../source/run/generators.ts';
import {planOf} from '../../source/run/plan/plan-of.ts';
import {record} from '../../source/run/record.ts';
import {readEffects} from '../../source/run/records/journal.ts';
import {makeReport} from '../../source/run/report/make-report.ts';
import {makeOwnRuns} from '../../source/run/session/own-runs.ts';
import {openSession} from '../../source/run/session/session.ts';
import {checkHostAccess} from '../../source/run/setup/code-host-steps.ts';
import {fold, initialState} from '../../source/run/state.ts';
import {openWorktree} from '../../source/run/worktree.ts';
import {resolveSettings} from '../../source/settings/resolve.ts';
import {bot} from '../emulators/github/data.ts';
import {hostOf} from '../helpers/host.ts';
import {memoryHost} from '../helpers/memory-host.ts';
import {policy} from '../helpers/proposal.ts';
import {type Review, reviewOf} from '../helpers/review-of.ts';
import {type WorkTree, workTree} from '../helpers/work-tree.ts';
import {contextIn} from '../tui/desk.ts';

/** A code host that holds pull requests of octo/app, and how it is reached from a work tree. */
type Host = {
	id: string;
	remote: string;
	reach: (tree: WorkTree, reviews: readonly Review[]) => Promise<{context: Context; tokenName: string}>;
};

const gitHub: Host = {
	id: 'github',
	remote: 'https://github.com/octo/app.git',
	async reach(tree, reviews) {
		const {env} = await hostOf(reviews);
		const context = contextIn(tree);
		return {context: {...context, fetch, env: {...context.env, ...env}}, tokenName: 'GITHUB_TOKEN'};
	},
};

const memory: Host = {
	id: 'memory',
	remote: 'memory:octo/app',
	async reach(tree, reviews) {
		const context = contextIn(tree);
		const env = {...context.env, MEMORY_TOKEN: 'open sesame'};
		return {context: {...context, env, codeHost: memoryHost(reviews)}, tokenName: 'MEMORY_TOKEN'};
	},
};

const request = (argument: string | null = null): AnalyzeRequest => ({
	source: {argument, pr: null, owner: null, repo: null},
	decisionsFile: null,
	rules: {includeResolved: false, excludeOutdated: false},
	filters: {authors: [], severity: null, paths: []},
	trustAuthors: [],
	model: null,
});

const analyzed = async (wanted: AnalyzeRequest, context: Context, tell?: (event: RunEvent) => void) =>
	follow(analyze(wanted, await openWorktree(context), context), tell);

describe.each([gitHub, memory])('on the code host $id', ({id, remote, reach}) => {
	const clone = (tree = workTree()) => tree.branch('feature').remote('origin', remote);

	async function open(init: Parameters<typeof reviewOf>[1] = {}) {
		const tree = clone();
		const review = reviewOf(tree, init)
			.suggest('src/list.txt', 2, ['item two'])
			.suggest('src/other.txt', 1, ['entry one'])
			.comment('src/other.txt', 4, 'Say more about this.');
		return {tree, ...(await reach(tree, [review]))};
	}

	test.each([
		['by number', '7'],
		['by branch', null],
	])('a run reads the pull request %s, and writes it', async (_, argument) => {
		const {tree, context} = await open();
		const events: RunEvent[] = [];
		const analysis = await analyzed(request(argument), context, event => events.push(event));
		const {plan, syntax} = await planOf(analysis, policy(), context.signal);
		events.push({type: 'plan', plan, syntax});
		await follow(apply(analysis, plan, context), event => events.push(event));
		const report = makeReport(events.reduce(fold, initialState), () => analysis.snapshot, 'all');
		expect(report).toMatchObject({
			pullRequest: {owner: 'octo', repo: 'app', number: 7, headOid: tree.head, source: id},
			summary: {findings: 3, applied: 2, needsModel: 1},
			warnings: [],
			exitCode: 0,
		});
		expect(events.map(({type}) => type)).toContain('page');
		expect([tree.read('src/list.txt').split('\n')[1], tree.read('src/other.txt').split('\n')[0]]).toEqual([
			'item two',
			'entry one',
		]);
	});

	test('a session reports findings page by page, writes, and undoes', async () => {
		const {tree, context} = await open();
		const before = tree.snapshot();
		const found: string[] = [];
		const session = await follow(
			openSession(request(), policy(), {asker: null, consent: 'open', own: makeOwnRuns()}, context),
			event => {
				if (event.type === 'found') found.push(...event.findings.map(({path}) => path!));
			},
		);
		expect(found).toEqual(['src/list.txt', 'src/other.txt', 'src/other.txt']);
		const planned = await follow(session.plan([], null, context.signal));
		const {runs} = await follow(session.apply(planned, null, context.signal));
		expect(tree.snapshot()).not.toEqual(before);
		await session.undo(runs[0]!.id, context.signal);
		expect(tree.snapshot()).toEqual(before);
	});

	test('decisions are restored when the pull request is opened again', async () => {
		const {context} = await open();
		const opened = () =>
			follow(openSession(request(), policy(), {asker: null, consent: 'open', own: makeOwnRuns()}, context));
		const session = await opened();
		const {plan} = await follow(session.plan([], null, context.signal));
		const decision = {action: 'decline', reason: null, text: null, bodyHash: null, by: 'person'} as const;
		const change = plan.rulings[0]!.proposal.change.id;
		await session.keep([{...decision, change}]);
		expect((await opened()).kept?.decisions).toMatchObject([{change, action: 'decline'}]);
	});

	test('a recording of it reads back to the same findings', async () => {
		const {tree, context} = await open();
		const {text} = await follow(record({argument: '7', pr: null, owner: null, repo: null}, context));
		const file = join(tree.home, 'recorded.json');
		writeFileSync(file, text);
		const [live, recorded] = [request('7'), {...request(), source: {from: file}}].map(wanted =>
			analyzed(wanted, context),
		);
		expect((await recorded)!.findings).toEqual((await live)!.findings);
		expect((await recorded)!.pullRequest.source).toEqual({kind: 'recording'});
	});

	test('threads hear what the head has, and are resolved', async () => {
		const tree = clone();
		const review = reviewOf(tree)
			.suggest('src/list.txt', 2, ['item 2'], {author: bot('coderabbitai')})
			.suggest('src/other.txt', 1, ['entry one'], {author: bot('coderabbitai')});
		const {context} = await reach(tree, [review]);
		const events: RunEvent[] = [];
		const tell = (event: RunEvent) => events.push(event);
		const state = () => events.reduce(fold, initialState);
		const analysis = await analyzed(request('7'), context, tell);
		const {plan, syntax} = await planOf(analysis, policy(), context.signal);
		tell({type: 'plan', plan, syntax});
		const {repository} = analysis;
		const publish = {
			reply: true,
			replies: 'all' as const,
			resolveThreads: true,
			resolvePeople: false,
			react: false,
			requestReview: false,
		};
		const target = targetOfPullRequest(analysis.pullRequest);
		const run = {
			repository,
			runId: null,
			number: 7,
			target,
			prompts: null,
			standing: null,
			threads: null,
			stopVerifying: null,
			written: {analysis, plan, files: [], before: null},
		};
		const closing = {...run, request: {...nothingAsked, publish}};
		const {take} = await stepRunnerFor(repository);
		await follow(take({...closing, policy: policy(), analysis, state}, context), tell);
		const {threads} = state().published!;
		const {done, left} = (await readEffects(state().recorded, repository, context))!;
		expect([done, left]).toMatchObject([
			{replies: 1, resolved: 1},
			{replies: 0, resolved: 0},
		]);
		expect([...threads.values()].map(({state, isResolved}) => [state, isResolved])).toEqual([
			['already-fixed', true],
			['none', false],
		]);
	});

	test('a closed pull request is reported', async () => {
		const {context} = await open({state: 'MERGED'});
		const warnings: string[] = [];
		await analyzed(request('7'), context, event => {
			if (event.type === 'warning') warnings.push(event.warning.kind);
		});
		expect(warnings).toEqual(['not-open']);
	});

	test('a pull request of another repository is refused', async () => {
		const {tree, context} = await open();
		tree.git('remote', 'set-url', 'origin', remote.replace('app', 'other'));
		await expect(analyzed(request('7'), context)).rejects.toBeInstanceOf(Failure);
	});

	test('without a token nothing is read, and every check reports it', async () => {
		const {context, tokenName} = await open();
		const without = {...context, env: {...context.env, [tokenName]: undefined}};
		await expect(analyzed(request(), without)).rejects.toMatchObject({code: 'no-token', exitCode: 4});
		const steps = await follow(checkHostAccess(without));
		expect(steps.map(({id, status}) => `${id} ${status}`)).toEqual(['host ok', 'token needs-you']);
	});

	test('doctor and setup report the server and the token', async () => {
		const {context, tokenName} = await open();
		const settings = (
			await resolveSettings({command: 'doctor', cwd: context.cwd, env: context.env, flags: {}, configFile: null})
		).values;
		const {checks, exitCode} = await follow(doctor({settings, privacy: false}, context));
		const told = new Map(checks.map(({name, status, detail}) => [name, `${status}: ${detail}`]));
		expect(exitCode).toBe(0);
		expect(told.get('work tree')).toMatch(/^ok: /);
		expect(told.get('host')).toMatch(/^ok: .* responds/);
		expect(told.get('token')).toMatch(new RegExp(`^ok: ${tokenName}`));
		const steps = await follow(checkHostAccess(context));
		expect(steps.map(({id, status}) => `${id} ${status}`)).toEqual([
			'host ok',
			'token ok',
			'push ok',
			'replies ok',
			'resolve ok',
		]);
	});
});
