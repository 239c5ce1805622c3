import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {open, writePlanned} from '../../helpers/app-terminal.ts';
import {pushing} from './pushing.ts';

const path = '.github/workflows/ci.yml';
const refusal = `refusing to allow an OAuth App to create or update workflow ${path} without workflow scope`;

/** A pull request with two changes, of which the host does not accept the one to a workflow file. */
async function withWorkflow() {
	const at = await pushing({
		files: {[path]: 'on: push\njobs: {}\n'},
		review: review => void review.suggest(path, 1, ['on: pull_request']).suggest('src/list.txt', 2, ['item two']),
	});
	at.hook(
		'update',
		`git diff --name-only $2 $3 | grep -q ^.github/workflows/ && { echo "${refusal}"; exit 1; }; exit 0`,
	);
	return at;
}

type At = Awaited<ReturnType<typeof withWorkflow>>;

/** What the head of the pull request changes, the files that are left, and what was said in the threads. */
const outcomeOf = ({tree, there, review}: At) => ({
	pushed: tree.git('show', '--format=', '--name-only', there()),
	left: tree.git('status', '--porcelain'),
	replies: review.pullRequest.data.reviewThreads.map(({comments}) => comments.length - 1),
	isHead: there() === tree.head,
});

const restPushed = {pushed: 'src/list.txt', left: `M ${path}`, replies: [0, 1], isHead: true};

test('workflow files that the credential may not change: the commit is taken back, and the remedy pushes the rest', async () => {
	const {tree, there, push, call} = await withWorkflow();
	const before = tree.head;
	const {code, report} = await push();
	expect([code, tree.head, tree.git('status', '--porcelain')]).toEqual([4, before, `M ${path}\n M src/list.txt`]);
	const [change] = report.changes.filter(one => one.path === path);
	expect(report.stops).toMatchObject([
		{
			code: 'push-workflow',
			message: expect.stringContaining(refusal),
			remedy: `Give the token that permission, and run the command again. Or run \`pr-resolve undo ${report.run!.id}\`, and decline ${change!.id} (${path}) in --decisions <file>.`,
		},
	]);
	await call(['undo', report.run!.id]);
	const decisions = join(tree.home, 'decisions.json');
	const declined = {change: change!.id, action: 'decline', reason: 'No.'};
	writeFileSync(decisions, JSON.stringify({schema: 'pr-resolve/decisions@1', decisions: [declined]}));
	expect((await push('--decisions', decisions)).code).toBe(0);
	expect([there(), tree.git('show', '--format=', '--name-only', there())]).toEqual([tree.head, 'src/list.txt']);
});

test('in a terminal, a person can push the rest', async () => {
	const at = await withWorkflow();
	const terminal = at.tree.terminal(['apply', '7', '--publish', '--yes'], {env: at.env});
	await terminal.answer(`Push the rest without ${path}?`, 'y\r');
	expect(await terminal.ended).toBe(3);
	expect(outcomeOf(at)).toEqual(restPushed);
	expect(terminal.screen()).toMatch(/ci\.yml.*your token may not change workflow files/s);
});

test('no verification is claimed for a part of what it ran on', async () => {
	const at = await withWorkflow();
	const terminal = at.tree.terminal(['apply', '7', '--publish', '--yes', '--verify', 'true', '--trust-code'], {
		env: at.env,
	});
	await terminal.answer(`Push the rest without ${path}?`, 'y\r');
	expect(await terminal.ended).toBe(3);
	expect(outcomeOf(at)).toEqual(restPushed);
	const [, reply] = at.review.pullRequest.data.reviewThreads[1]!.comments;
	expect(reply!.body.split('\n')[0]).toBe(`Applied in ${at.tree.head}.`);
});

test('after a no, nothing is committed', async () => {
	const at = await withWorkflow();
	const before = at.tree.head;
	const terminal = at.tree.terminal(['apply', '7', '--publish', '--yes'], {env: at.env});
	await terminal.answer(`Push the rest without ${path}?`, '\r');
	expect(await terminal.ended).toBe(4);
	expect([at.tree.head, at.there()]).toEqual([before, before]);
	expect(terminal.screen()).toContain('needs the permission "workflow"');
});

test.each([
	['y', restPushed.pushed],
	['n', ''],
])('the app asks too: %s', async (key, pushed) => {
	const at = await withWorkflow();
	const before = at.there();
	const terminal = open(at.tree, ['review', '7', '--publish'], {env: at.env, columns: 100, rows: 30});
	await terminal.waitFor('2 to apply');
	await writePlanned(terminal, 'Write 2 changes', '[x] push');
	await terminal.answer('2 threads', 'y');
	await terminal.answer('Push the rest without', key);
	await terminal.waitFor(key === 'y' ? '1 reply, 0 resolved' : 'needs the permission');
	if (key === 'y') expect(outcomeOf(at)).toEqual(restPushed);
	else expect([at.there(), pushed]).toEqual([before, '']);
	await terminal.answer('Esc close', 'q');
	await terminal.answer('q quit', 'q');
	await terminal.ended;
});
