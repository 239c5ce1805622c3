import {expect, test} from 'vitest';
import {writing} from '../../emulators/github/data.ts';
import {fault} from '../../emulators/github/faults.ts';
import {numbered} from '../../helpers/work-tree.ts';
import {applying, rabbit} from './applying.ts';

type Applying = Awaited<ReturnType<typeof applying>>;

const list = numbered('item', 12);

/** The branch moves right before the commit that leaves next, and the one after that, ... */
const movesBefore = ({host, moveThere}: Applying, ...moves: Record<string, string>[]) =>
	host.faults.on('Publish', fault.none(), ...moves.map(files => fault.meanwhile(() => void moveThere(files))));

const countOf = ({git}: Applying) => Number(git('rev-list', '--count', 'refs/heads/feature'));

test('a branch that has moved: the changes are placed on its new head and committed there', async () => {
	const opened = await applying();
	movesBefore(opened, {'src/list.txt': `before\n${list}`});
	const {code, report} = await opened.apply('--reply');
	expect([report.stops, code]).toEqual([[], 0]);
	expect(opened.fileThere('src/list.txt')).toBe(`before\n${list.replace('item 2\n', 'item two\n')}`);
	expect(report.changes.map(({placement}) => placement.kind).sort()).toEqual(['exact', 'moved']);
	expect(report.commits).toMatchObject([{oid: opened.there(), parent: opened.git('rev-parse', 'refs/heads/feature^')}]);
	expect(countOf(opened)).toBe(3);
	expect(opened.threads()).toContainEqual([false, `Applied in ${opened.there()} (now line 3).`]);
	expect((await opened.call(['runs', '--json'])).json).toMatchObject({
		runs: [{state: 'done', files: expect.any(Array)}],
	});
});

test('a change whose lines the new head has no longer is stale and not written', async () => {
	const opened = await applying();
	movesBefore(opened, {'src/list.txt': list.replace('item 2\n', 'my own\n')});
	const {code, report} = await opened.apply();
	expect([report.stops, code]).toEqual([[], 3]);
	expect(report.findings.map(({outcome}) => outcome)).toEqual(['stale', 'applied']);
	expect(opened.fileThere('src/list.txt')).toBe(list.replace('item 2\n', 'my own\n'));
	expect(opened.fileThere('src/other.txt')).toContain('entry three');
});

test('a change that the new head has already needs no commit', async () => {
	const opened = await applying(review => void review.suggest('src/list.txt', 2, ['item two']));
	movesBefore(opened, {'src/list.txt': list.replace('item 2\n', 'item two\n'), 'theirs.txt': 'theirs\n'});
	const {code, report} = await opened.apply();
	expect([code, report.commits, report.findings]).toMatchObject([0, [], [{outcome: 'already-applied'}]]);
	expect(countOf(opened)).toBe(2);
});

test('a branch that moves before each of four tries: nothing is committed, and no record stays', async () => {
	const opened = await applying();
	movesBefore(opened, ...Array.from({length: 4}, (_, index) => ({[`${index}.txt`]: 'theirs\n'})));
	const {code, report} = await opened.apply();
	expect([code, report.stops]).toMatchObject([3, [{step: 'commit', code: 'branch-moves'}]]);
	expect([countOf(opened), report.run]).toEqual([5, null]);
	expect(report.findings.map(({outcome}) => outcome)).toEqual(['planned', 'planned']);
	expect((await opened.call(['runs', '--json'])).json).toMatchObject({runs: []});
});

test('a force-push that drops the commit of a run: the next one corrects its replies, also below an answer', async () => {
	const opened = await applying();
	const before = opened.there();
	await opened.apply('--reply');
	const {comments} = opened.data.reviewThreads[1]!;
	comments.push({...comments[0]!, ...writing(opened.url, {...rabbit, body: 'Thanks!'})});
	opened.git('update-ref', 'refs/heads/feature', before);
	opened.moveThere({'theirs.txt': 'theirs\n'});
	const {code} = await opened.apply('--reply');
	const applied = `Applied in ${opened.there()}.`;
	expect([code, opened.threads()]).toEqual([
		0,
		[
			[false, applied],
			[false, expect.stringMatching('^Applied in '), 'Thanks!', applied],
		],
	]);
});

test('merged while the branch moved: nothing is committed, and no line claims that it would be', async () => {
	const opened = await applying();
	const merge = fault.meanwhile(() => {
		opened.moveThere({'theirs.txt': 'theirs\n'});
		opened.data.state = 'MERGED';
	});
	opened.host.faults.on('Publish', fault.none(), merge);
	const {code, stdout} = await opened.call(['apply', opened.url, '--no-checkout', '--publish', '--yes']);
	expect([code, countOf(opened), opened.threads()]).toEqual([3, 2, [[false], [false]]]);
	expect(stdout).toContain('Nothing was pushed: the pull request is merged.');
	expect(stdout).not.toContain('Would push');
});

test('between the commits of a run: what is made stays, and the others follow on the new head', async () => {
	const opened = await applying();
	opened.host.faults.on(
		'CreateCommit',
		fault.meanwhile(() => void opened.moveThere({'src/other.txt': 'zero\nentry 1\n'})),
	);
	const {code, report} = await opened.apply('--set', 'split=file');
	expect([code, report.commits.length, countOf(opened)]).toEqual([3, 1, 3]);
	expect(report.uncommitted).toMatchObject([{path: 'src/other.txt', reason: 'the lines have been edited since'}]);
	expect(report.findings.map(({outcome}) => outcome)).toEqual(['applied', 'stale']);
	expect(opened.fileThere('src/list.txt')).toContain('item two');
});

test.each([
	['cut', fault.cut()],
	['lost at a gateway', fault.html(502)],
])('an answer that is %s after the commit was made: there is one commit, and replies follow', async (_, lost) => {
	const opened = await applying();
	opened.host.faults.on('CreateCommit', lost);
	const {code, report} = await opened.apply('--reply');
	expect([report.stops, code]).toEqual([[], 0]);
	expect([countOf(opened), report.commits]).toMatchObject([2, [{oid: opened.there(), pushed: true}]]);
	expect(opened.threads()).toEqual(Array.from({length: 2}, () => [false, `Applied in ${opened.there()}.`]));
});

test('an answer that stays unknown: --continue finds the commit from any folder, and makes no other', async () => {
	const opened = await applying();
	opened.host.faults.on('CreateCommit', fault.cut());
	opened.host.faults.on('BranchHistory', ...Array.from({length: 4}, () => fault.cut()));
	const {code, report} = await opened.apply('--reply');
	expect([code, report.stops]).toMatchObject([
		1,
		[{code: 'unknown-commit', remedy: expect.stringContaining('--continue')}],
	]);
	const closing = {resolved: false, reason: 'the run stopped at the commit', reasonCode: 'stopped'};
	expect(report.findings).toMatchObject([{closing}, {closing}]);
	const theirs = opened.moveThere({'theirs.txt': 'theirs\n'});
	const continued = await opened.call(['apply', '--continue', '--json']);
	expect([continued.code, continued.json]).toMatchObject([0, {commits: [{changes: expect.any(Array)}], stops: []}]);
	expect([countOf(opened), opened.there()]).toEqual([3, theirs]);
	expect(opened.threads()).toEqual(
		Array.from({length: 2}, () => [false, `Applied in ${opened.git('rev-parse', 'refs/heads/feature^')}.`]),
	);
	expect((await opened.call(['apply', '--continue', '--json'])).json).toMatchObject({
		error: {code: 'nothing-to-continue'},
	});
});

test('--continue reports the commit and the replies, and no files, because a run without a checkout writes none', async () => {
	const opened = await applying();
	opened.host.faults.on('CreateCommit', fault.cut());
	opened.host.faults.on('BranchHistory', ...Array.from({length: 4}, () => fault.cut()));
	await opened.apply('--reply');
	const {code, stdout} = await opened.call(['apply', '--continue']);
	expect(code).toBe(0);
	expect(stdout).not.toContain('file left to write');
	expect(stdout).toMatch(/^Committed [0-9a-f]{10} .*\n[\s\S]*2 replies[\s\S]*Undo: pr-resolve undo \S+ --publish\n$/);
});
