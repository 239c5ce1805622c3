import {expect, test} from 'vitest';
import {fault} from '../../emulators/github/faults.ts';
import {newFolder} from '../../helpers/folders.ts';
import {numbered} from '../../helpers/work-tree.ts';
import {gitThatKills} from '../closing/git-that.ts';
import {applying, rabbit, twoSuggestions} from './applying.ts';

type Applying = Awaited<ReturnType<typeof applying>>;

const list = numbered('item', 12);
const publish = ['--publish', '--json'];

const countOf = ({git}: Applying) => Number(git('rev-list', '--count', 'refs/heads/feature'));

/** Runs the program, which is killed on the way. */
const killed = ({outside, url, env}: Applying, more: Record<string, string>, ...args: string[]) =>
	outside.run(['apply', url, '--no-checkout', ...args], {env: {...env, ...more}, cwd: newFolder()});

const said = (opened: Applying, commit = opened.there()) =>
	expect(opened.threads()).toEqual(Array.from({length: 2}, () => [true, `Applied in ${commit}.`]));

test.each([
	['unpack-objects', 'before'],
	['unpack-objects', 'after'],
	['ls-tree', 'before'],
])('killed at %s, %s it: --continue ends as if it had not been', async (command, when) => {
	const opened = await applying();
	const ended = await killed(opened, gitThatKills(command, when), ...publish);
	expect(ended.code).toBe('SIGKILL');
	const {code, json} = await opened.call(['apply', '--continue', '--json']);
	if (command === 'ls-tree') expect([code, json]).toMatchObject([2, {error: {code: 'nothing-to-continue'}}]);
	else {
		expect([code, json]).toMatchObject([0, {stops: [], publication: {pending: 0}}]);
		expect(countOf(opened)).toBe(2);
		said(opened);
	}
});

test('killed when the commit has just been made: --continue makes no second one', async () => {
	const opened = await applying();
	let kill = () => {};
	opened.host.faults.on(
		'CreateCommit',
		fault.meanwhile(() => kill()),
	);
	const ended = await opened.outside.run(['apply', opened.url, '--no-checkout', ...publish], {
		env: opened.env,
		meanwhile: child => {
			kill = () => child.kill('SIGKILL');
		},
	});
	expect(ended.code).toBe('SIGKILL');
	expect(countOf(opened)).toBe(2);
	const {code, json} = await opened.call(['apply', '--continue', '--json']);
	expect([code, json]).toMatchObject([0, {stops: []}]);
	expect(countOf(opened)).toBe(2);
	said(opened);
	const {json: listed} = await opened.call(['runs', '--json']);
	expect(listed).toMatchObject({runs: [{checkout: false, commits: [opened.there()]}]});
});

test('killed when the commit has just been made: the same command again answers, and leaves nothing to continue', async () => {
	const opened = await applying();
	let kill = () => {};
	opened.host.faults.on(
		'CreateCommit',
		fault.meanwhile(() => kill()),
	);
	await opened.outside.run(['apply', opened.url, '--no-checkout', ...publish], {
		env: opened.env,
		meanwhile: child => {
			kill = () => child.kill('SIGKILL');
		},
	});
	const made = opened.there();
	const {code, report} = await opened.apply('--publish');
	expect([code, report]).toMatchObject([0, {commits: [], publication: {replies: 2, resolved: 2}}]);
	said(opened, made);
	const {json} = await opened.call(['apply', '--continue', '--json']);
	expect(json).toMatchObject({error: {code: 'nothing-to-continue'}});
	const undone = await opened.call(['undo', '--publish', '--pr', opened.url, '--json']);
	expect([undone.code, undone.json]).toMatchObject([0, {commits: {outcome: 'reverted', oids: [made]}}]);
	expect(opened.threads()).toEqual(Array.from({length: 2}, () => [false, `Reverted in ${opened.there()}.`]));
});

test('undo changes nothing and names --publish, which reverts on the pull request', async () => {
	const opened = await applying();
	const {report} = await opened.apply('--publish');
	const [made, {id}] = [opened.there(), report.run!];
	const only = await opened.call(['undo', id, '--json']);
	expect([only.code, only.json, opened.there()]).toMatchObject([
		3,
		{commits: {outcome: 'left', remedy: `Undo it on GitHub: pr-resolve undo ${id} --publish`}},
		made,
	]);
	expect((await opened.call(['undo', id])).stdout).toBe(
		[
			'  left       src/list.txt (only on the pull request)',
			'  left       src/other.txt (only on the pull request)',
			`  left       commit ${made.slice(0, 10)} (it is only on the pull request)`,
			`${id} (octo/app#7): not undone`,
			`Undo it on GitHub: pr-resolve undo ${id} --publish\n`,
		].join('\n'),
	);
	const {code, json} = await opened.call(['undo', id, '--publish', '--json']);
	expect([code, json]).toMatchObject([0, {stops: [], commits: {outcome: 'reverted', oids: [made]}}]);
	expect(opened.git('log', '-1', '--format=%B', opened.there())).toMatch(
		new RegExp(`^Revert "Apply suggestions from code review"\n\nThis reverts commit ${made}\\.\n\nPr-Resolve-Run: `),
	);
	expect(opened.git('rev-parse', `${opened.there()}^{tree}`)).toBe(opened.git('rev-parse', `${made}^^{tree}`));
	expect(opened.threads()).toEqual(Array.from({length: 2}, () => [false, `Reverted in ${opened.there()}.`]));
	const again = await opened.call(['undo', id, '--publish', '--json']);
	expect([again.code, again.json]).toMatchObject([2, {error: {code: 'already-undone'}}]);
});

test('lines that were edited since stay, wherever the others are now', async () => {
	const opened = await applying();
	const {report} = await opened.apply();
	const made = `before\n${opened.fileThere('src/list.txt')}`;
	opened.moveThere({'src/list.txt': made, 'src/other.txt': 'my own\n'});
	const {code, json} = await opened.call(['undo', report.run!.id, '--publish', '--json']);
	expect([code, json]).toMatchObject([
		3,
		{commits: {outcome: 'reverted'}, files: [{outcome: 'restored'}, {outcome: 'left'}]},
	]);
	expect(opened.fileThere('src/list.txt')).toBe(`before\n${list}`);
	expect(opened.fileThere('src/other.txt')).toBe('my own\n');
});

test('undo after a force-push that dropped the commit names the pull request and its threads, not files of yours', async () => {
	const opened = await applying();
	const before = opened.there();
	const {report} = await opened.apply('--publish');
	opened.git('update-ref', 'refs/heads/feature', before);
	const {code, stdout} = await opened.call(['undo', report.run!.id, '--publish']);
	expect(code).toBe(3);
	expect(stdout).toContain(
		'Nothing was reverted: the pull request no longer has the changes of the run. On GitHub, unresolve the threads that are open again.',
	);
});

test('what a revert leaves out because the branch moves before it is not said to be restored', async () => {
	const opened = await applying(review => twoSuggestions(review.suggest('src/list.txt', 10, ['item ten'], rabbit)));
	const {report} = await opened.apply();
	const edited = opened.fileThere('src/list.txt').replace('item two', 'mine');
	const moves = {'src/list.txt': edited, 'src/other.txt': 'mine\n'};
	opened.host.faults.on(
		'Publish',
		fault.none(),
		fault.meanwhile(() => void opened.moveThere(moves)),
	);
	const {code, stdout} = await opened.call(['undo', report.run!.id, '--publish']);
	expect(code).toBe(3);
	expect(stdout).toMatch(/^ {2}partly +src\/list\.txt \(the lines have been edited since\)$/m);
	expect(stdout).toMatch(/^ {2}left +src\/other\.txt \(the lines have been edited since\)$/m);
	expect(stdout).not.toContain('uncommitted');
	expect(opened.fileThere('src/list.txt')).toBe(list.replace('item 2\n', 'mine\n'));
});

test('a revert whose response is lost restores nothing that is known', async () => {
	const opened = await applying();
	const {report} = await opened.apply();
	opened.host.faults.on('CreateCommit', fault.cut());
	opened.host.faults.on('BranchHistory', ...Array.from({length: 4}, () => fault.cut()));
	const {code, json} = await opened.call(['undo', report.run!.id, '--publish', '--json']);
	expect([code, json]).toMatchObject([1, {files: [{outcome: 'left'}, {outcome: 'left'}]}]);
	const continued = await opened.call(['apply', '--continue', '--json']);
	expect([continued.code, continued.json]).toMatchObject([0, {files: [{outcome: 'restored'}, {outcome: 'restored'}]}]);
});
