import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import type {Report} from '../../../source/run/report/report.ts';
import {bot, user} from '../../emulators/github/data.ts';
import type {GitHubOptions} from '../../emulators/github/server.ts';
import {suggestion} from '../../helpers/pull-request.ts';
import {reviewOf} from '../../helpers/review-of.ts';
import {workTree} from '../../helpers/work-tree.ts';
import {fixed, rabbit, reviewed} from './publishing.ts';

type Answer = {author: ReturnType<typeof user> | null; body?: string; authorAssociation?: 'MEMBER' | 'NONE'};

const carol = (body = 'No, that is wrong.'): Answer => ({author: user('carol'), body, authorAssociation: 'MEMBER'});
const visitor: Answer = {author: user('visitor'), body: 'no', authorAssociation: 'NONE'};

/** Suggestions for lines 3 and 9, of which the one for line 9 was answered. */
const answered = (...answers: Answer[]) => answeredOn({}, ...answers);

const answeredOn = (host: GitHubOptions, ...answers: Answer[]) =>
	reviewed([3], {
		host,
		more: review =>
			review.suggest('src/list.txt', 9, [fixed(9)], {author: rabbit}, thread => {
				for (const answer of answers) thread.reply(answer);
			}),
	});

type World = Awaited<ReturnType<typeof answered>>;

const isFixed = ({tree}: World, line: number) => tree.read('src/list.txt').split('\n')[line - 1] === fixed(line);

/** The outcome of the finding on line 9, with its reason. */
function onNine(json: unknown) {
	const found = (json as Report).findings.find(
		({lines, outcome}) => lines?.start === 9 && outcome !== 'not-actionable',
	);
	return [found?.outcome, found?.reason];
}

function decide({tree}: World, json: unknown, action: string, text?: string): string {
	const change = (json as Report).changes.find(({original}) => original.start === 9)!.id;
	const file = join(tree.home, 'decisions.json');
	writeFileSync(file, JSON.stringify({schema: 'pr-resolve/decisions@1', decisions: [{change, action, text}]}));
	return file;
}

const heldBy = (login: string) => ['needs-person', `${login} has answered (allow with --over-objections)`];

describe('a person answers in the thread of a suggestion', () => {
	test.each([
		['no', carol()],
		['yes please', carol('yes please')],
		['FIXED', carol('FIXED')],
		['@bot resolve', carol('@coderabbitai resolve')],
		['a suggestion of its own', carol(suggestion('item 9, as carol wants it'))],
	])('whatever the answer says, the change needs a person: %s', async (_name, answer) => {
		const world = await answered(answer);
		const {code, json} = await world.call(['--json']);
		expect([code, ...onNine(json)]).toEqual([3, ...heldBy('carol')]);
		expect([isFixed(world, 3), isFixed(world, 9)]).toEqual([true, false]);
	});

	test('nothing of it is pushed or said', async () => {
		const world = await reviewed([9]);
		world.threads[0]!.comments.push({
			...world.threads[0]!.comments[0]!,
			id: 'PRRC_no',
			fullDatabaseId: '99',
			...carol(),
		} as never);
		const {code} = await world.call(['--reply', '--resolve-threads', '--json']);
		expect([code, world.gitHub.writes.length]).toEqual([3, 0]);
	});

	test('the own account and the author of the pull request answer like everybody', async () => {
		for (const login of ['author', 'me']) {
			const {json} = await (await answered({author: user(login), body: 'done', authorAssociation: 'MEMBER'})).call([
				'--json',
			]);
			expect(onNine(json)).toEqual(heldBy(login));
		}
	});

	test('a deleted account holds it back', async () => {
		const {json} = await (await answered({author: null, body: 'no', authorAssociation: 'NONE'})).call(['--json']);
		expect(onNine(json)).toEqual(heldBy('a deleted account'));
	});

	test('a passer-by holds nothing back, a private member does', async () => {
		for (const [role, expected] of [
			['read', 'applied'],
			['write', 'needs-person'],
		] as const) {
			const repositories = [{nameWithOwner: 'octo/app', roles: {octocat: 'write' as const, visitor: role}}];
			const {json} = await (await answeredOn({repositories}, visitor)).call(['--json']);
			expect(onNine(json)[0]).toBe(expected);
		}
	});

	test('a person who takes the own suggestion back', async () => {
		const world = await reviewed([3], {
			more: review =>
				review.suggest('src/list.txt', 9, [fixed(9)], {author: user('carol')}, thread =>
					thread.reply(carol('forget it')),
				),
		});
		expect(onNine((await world.call(['--json'])).json)).toEqual(heldBy('carol'));
	});

	test.each([
		['two bots', bot('copilot-pull-request-reviewer'), 2],
		['one bot that repeats itself', rabbit, 1],
	])('one suggestion of %s is held back by an answer below one of them', async (_name, author, findings) => {
		const world = await reviewed([3], {
			more: review =>
				review
					.suggest('src/list.txt', 9, [fixed(9)], {author})
					.suggest('src/list.txt', 9, [fixed(9)], {author: rabbit}, thread => thread.reply(carol())),
		});
		const {json} = await world.call(['--json']);
		expect((json as Report).summary).toMatchObject({applied: 1, needsPerson: findings});
		expect(isFixed(world, 9)).toBe(false);
	});

	test('in a conflict, no rule chooses another side', async () => {
		const world = await reviewed([3], {
			more: review =>
				review
					.suggest('src/list.txt', 9, [fixed(9)], {author: rabbit}, thread => thread.reply(carol()))
					.suggest('src/list.txt', [8, 9], ['other'], {author: rabbit, body: '**Critical**'}),
		});
		const {code, json} = await world.call(['--json']);
		expect([code, (json as Report).summary]).toMatchObject([3, {applied: 1, conflict: 2}]);
		expect((json as Report).conflicts).toMatchObject([{chosen: null, reason: heldBy('carol')[1]}]);
	});
});

describe('a person takes what was answered', () => {
	test.each([
		['apply', undefined, fixed(9)],
		['edit', 'as I want it', 'as I want it'],
	])('by a decisions file: %s', async (action, text, line) => {
		const world = await answered(carol());
		const seen = await world.call(['--dry-run', '--json']);
		const {code} = await world.call(['--decisions', decide(world, seen.json, action, text), '--json']);
		expect([code, world.tree.read('src/list.txt').split('\n')[8]]).toEqual([0, line]);
	});

	test('in the app, by the key that it names', async () => {
		const {tree, gitHub} = await answered(carol());
		const terminal = tree.terminal(['review', '7'], {env: gitHub.env});
		await terminal.waitFor('needs-person');
		terminal.press('j');
		await terminal.waitFor('carol has answered (Space takes it)');
		expect(terminal.screen()).not.toContain('--over-objections');
		terminal.press(' ');
		await terminal.waitFor('+ 2 to apply');
	});

	test('by --over-objections, which the report names', async () => {
		const world = await answered(carol());
		const {code, json} = await world.call(['--over-objections', '--json']);
		expect([code, isFixed(world, 9)]).toEqual([0, true]);
		expect((json as Report).warnings).toMatchObject([
			{
				kind: 'over-objections',
				text: '--over-objections applies 1 change that people have answered: src/list.txt (carol)',
			},
		]);
	});

	test('--over-objections overrides no decline', async () => {
		const world = await answered(carol());
		const seen = await world.call(['--dry-run', '--json']);
		await world.call(['--over-objections', '--decisions', decide(world, seen.json, 'decline'), '--json']);
		expect(isFixed(world, 9)).toBe(false);
	});

	test('later runs here do not hold it back again, unless a newer answer comes', async () => {
		const world = await answered(carol());
		const {tree, threads, call} = world;
		const before = tree.read('src/list.txt');
		await call(['--over-objections']);
		const again = async () => {
			tree.put({'src/list.txt': before});
			return onNine((await call(['--dry-run', '--json'])).json)[0];
		};
		expect(await again()).toBe('planned');
		threads[1]!.comments[1]!.body = 'No, and I mean it.';
		expect(await again()).toBe('needs-person');
	});

	test('a run that was undone has taken nothing', async () => {
		const {tree, call, gitHub} = await answered(carol());
		await call(['--over-objections']);
		await tree.call(['undo'], {env: gitHub.env});
		expect(onNine((await call(['--json'])).json)).toEqual(heldBy('carol'));
	});

	test('the question names it, and a yes does not take it', async () => {
		const {tree, gitHub} = await answered(carol());
		const terminal = tree.terminal(['apply', '7'], {env: gitHub.env});
		await terminal.waitFor('Not included: src/list.txt 9 (carol has answered).');
		await terminal.answer('Apply 1 change to 1 file?', 'y\r');
		await terminal.ended;
		const lines = tree.read('src/list.txt').split('\n');
		expect([lines[2], lines[8]]).toEqual([fixed(3), 'item 9']);
	});
});

describe('in a recording', () => {
	const recorded = (answer: object, associations = true) => {
		const tree = workTree();
		const review = reviewOf(tree).suggest('src/list.txt', 4, ['four'], {author: rabbit}, thread =>
			thread.reply(answer),
		);
		const {comments} = review.pullRequest.data.reviewThreads[0]!;
		if (!associations) for (const comment of comments) Object.assign(comment, {authorAssociation: null});
		return {tree, run: () => tree.call(['apply', '--from', review.save(), '--json'])};
	};

	test('a role tells whose answer counts', async () => {
		const [held, free] = [recorded(carol()), recorded(visitor)];
		expect((await held.run()).json).toMatchObject({summary: {needsPerson: 1, applied: 0}});
		expect((await free.run()).json).toMatchObject({summary: {needsPerson: 0, applied: 1}});
	});

	test('without any role, answers hold nothing back, and a warning counts their threads', async () => {
		const {json} = await recorded(carol(), false).run();
		expect(json).toMatchObject({summary: {applied: 1}});
		expect((json as Report).warnings).toContainEqual({
			kind: 'roles-unknown',
			commentId: null,
			text: 'the recording does not show who has a role, so the answers in 1 thread hold nothing back',
		});
	});
});
