import {readdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {builtAction, canceling} from './acting.ts';
import {appToken, jobToken, readingToken, reviewed} from './reviewed.ts';

test('in an empty folder, the suggestions of bots are committed, pushed, answered and resolved', async () => {
	const {tree, git, step, data, outside} = await reviewed();
	const {code, outputs, summary, commands, stdout} = await step({main: builtAction});
	// The record of the run ends with the runner.
	expect(stdout).not.toContain('Undo:');
	const {outcome, applied, left, commit} = outputs;
	expect([code, outcome, outputs['exit-code'], applied, left]).toEqual([0, 'clean', '0', '2', '0']);
	expect(commit).toBe(git('rev-parse', 'feature'));
	expect(git('diff', '--name-only', tree.head, commit!).split('\n')).toEqual(['src/list.txt', 'src/other.txt']);
	expect(git('log', '-1', '--format=%B', 'feature')).toMatch(/^Pr-Resolve-Run: /m);
	expect(data.reviewThreads.map(({isResolved, comments}) => [isResolved, comments.length])).toEqual([
		[true, 2],
		[true, 2],
		[false, 1],
	]);
	expect(summary).toContain(`git revert ${commit!.slice(0, 10)}`);
	expect([readdirSync(outside.root), commands.filter(({name}) => name === 'error')]).toEqual([[], []]);
});

test('people are among the authors if they are named', async () => {
	const {step, git} = await reviewed();
	const {outputs} = await step({inputs: {authors: 'octocat\n'}});
	expect([outputs.applied, git('show', '--format=', '--name-only', 'feature')]).toEqual(['1', 'notes.md']);
});

test('the warning and the summary name what would go on', async () => {
	const {step, host} = await reviewed();
	await step();
	const before = host.writes.length;
	const {outputs, annotations, summary} = await step({inputs: {authors: '[bot]\noctocat'}});
	expect([outputs.outcome, host.writes.length]).toEqual(['open', before]);
	expect(annotations('warning')[0]!.message).toContain('To apply what is planned, run: pr-resolve apply');
	expect(summary).toContain('To apply what is planned');
});

test('a second run finds nothing to do, and writes nothing', async () => {
	const {step, host} = await reviewed();
	const {outputs} = await step();
	const before = host.writes.length;
	const again = await step();
	expect([again.code, again.outputs.outcome, again.outputs.commit]).toEqual([0, outputs.outcome, '']);
	expect(host.writes.length).toBe(before);
});

test.each([
	['the token of the job', jobToken, ['ci'], true],
	['the token of an App', appToken, ['ci'], false],
	['the token of the job, without required checks', jobToken, [], false],
])('%s: a warning if the required checks will not run', async (_, token, requiredChecks, isWarned) => {
	const {step, git} = await reviewed({token, repository: {requiredChecks}});
	const {code, annotations, commands, stdout} = await step();
	const commit = git('rev-parse', 'feature').slice(0, 10);
	const warning = `Checks will not run on ${commit}: use a GitHub App token (actions/create-github-app-token).`;
	expect([code, annotations('warning').map(({message}) => message)]).toEqual([0, isWarned ? [warning] : []]);
	expect(commands[0]).toMatchObject({name: 'add-mask', message: token});
	expect(stdout.split(token)).toHaveLength(2);
});

test('a token that may not write fails with the permission that it lacks', async () => {
	const {step, host} = await reviewed({token: readingToken});
	const {code, outputs, annotations} = await step();
	expect([code, outputs.outcome]).toEqual([4, 'failed']);
	expect([annotations('error').length, host.writes]).toEqual([1, []]);
});

test('of a job that verified, the other publishes what passed, and says nothing of it', async () => {
	const site = await reviewed();
	const {tree, host, git, step, data} = site;
	host.env.GITHUB_TOKEN = readingToken;
	const args = '--verify ! grep -q "entry three" src/other.txt\n--trust-code';
	const verified = await step({cwd: tree.root, inputs: {publish: 'false', args}});
	expect([verified.code, git('rev-parse', 'feature')]).toEqual([0, tree.head]);
	tree.git('checkout', '-q', '.');
	host.env.GITHUB_TOKEN = appToken;
	const {code, outputs} = await step({inputs: {verdict: verified.outputs.verdict!}});
	expect([code, outputs.outcome, outputs.applied, outputs.left]).toEqual([0, 'open', '1', '1']);
	expect(git('show', '--format=', '--name-only', 'feature')).toBe('src/list.txt');
	const replies = data.reviewThreads.flatMap(({comments}) => comments.slice(1).map(({body}) => body));
	expect(replies).toEqual([expect.stringMatching(/^Applied in [0-9a-f]{40}\.$/m)]);
	expect(replies.join()).not.toContain('passes');
});

test('a verdict is only a limit: another head is not published to, and what it adds is not there', async () => {
	const {tree, outside, step, git, host} = await reviewed();
	const path = join(outside.home, 'verdict.json');
	const save = (verdict: object) =>
		writeFileSync(path, JSON.stringify({schema: 'pr-resolve/verdict@1', command: 'x', ...verdict}));
	save({head: 'f'.repeat(40), passed: []});
	const moved = await step({inputs: {verdict: path, 'fail-on': 'person'}});
	expect([moved.code, moved.outputs.outcome, host.writes]).toEqual([3, 'open', []]);
	expect(moved.annotations('error')[0]?.message ?? moved.annotations('warning')[0]!.message).toContain(
		'The verdict is on',
	);
	save({head: tree.head, passed: ['not-planned', 'src-list']});
	const {outputs} = await step({inputs: {verdict: path}});
	expect([outputs.outcome, outputs.commit, git('rev-parse', 'feature')]).toEqual(['open', '', tree.head]);
});

test('a job that is canceled while it writes ends in time, and the next one does the rest and nothing twice', async () => {
	const {step, host, git, data} = await reviewed();
	const runner = canceling(() => expect(host.writes.length).toBeGreaterThan(1));
	const {code, outputs} = await step({meanwhile: runner.meanwhile});
	expect([code, outputs['exit-code'], runner.isLate()]).toEqual([130, '130', false]);
	const answered = () => data.reviewThreads.map(({isResolved, comments}) => [isResolved, comments.length]);
	const all = [
		[true, 2],
		[true, 2],
		[false, 1],
	];
	expect(answered()).not.toEqual(all);
	const head = git('rev-parse', 'feature');
	const again = await step();
	expect([again.code, git('rev-parse', 'feature')]).toEqual([0, head]);
	expect(answered()).toEqual(all);
});
