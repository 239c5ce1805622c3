import {describe, expect, test} from 'vitest';
import {reviewOf} from '../../helpers/review-of.ts';
import type {WorkTree} from '../../helpers/work-tree.ts';
import {ada, applied, committed} from './committing.ts';
import {autosquash, change, commitAs, featureBranch, subjects} from './fixing-up.ts';

const fixedUp = (tree: WorkTree, from: string, ...flags: string[]) => committed(tree, from, '--fixup', ...flags);

/** Squashes the fixups, and checks that nothing but the commits has changed. */
function squashes(tree: WorkTree, onto = 'main'): string[] {
	const before = tree.git('rev-parse', 'HEAD^{tree}');
	autosquash(tree, onto);
	expect(tree.git('rev-parse', 'HEAD^{tree}')).toBe(before);
	return subjects(tree, `${onto}..HEAD`);
}

describe('which commit a change corrects', () => {
	test('lines of one commit are a fixup of it, all others an ordinary commit', async () => {
		const tree = featureBranch();
		const from = reviewOf(tree)
			.suggest('src/list.txt', 10, ['TEN'])
			.suggest('src/list.txt', 3, ['THREE'])
			.suggest('src/list.txt', 12, ['of the base'])
			.suggest('src/list.txt', [6, 7], ['SIX', 'SEVEN'])
			.save();
		const {code, report} = await fixedUp(tree, from);
		const made = [
			'fixup! Name three',
			'fixup! Name six and seven',
			'fixup! Name ten',
			'Apply suggestion from code review',
		];
		expect([code, report.commits.map(({headline}) => headline)]).toEqual([0, made]);
		expect(tree.git('status', '--porcelain')).toBe('');
		expect(tree.git('log', '--format=%(trailers:key=Pr-Resolve-Run,valueonly)', '-4').split(/\n+/)).toEqual(
			Array.from({length: 4}, () => report.run!.id),
		);
		expect(report.changes.map(({commit}) => commit)).not.toContain(null);
		expect(squashes(tree)).toEqual(['Name three', 'Name six and seven', 'Name ten', made[3]]);
		expect(tree.git('show', '--format=', 'HEAD~3')).toContain('+THREE');
	});

	test.each<[string, (tree: WorkTree) => void, [number, number], string[]]>([
		['lines of two commits', tree => change(tree, 'Name four', {4: 'four'}), [3, 4], ['a', 'b']],
		['lines of a commit and of the base', () => {}, [10, 11], ['a', 'b']],
		['a line next to one that a later commit changed', tree => change(tree, 'Name four', {4: 'four'}), [3, 3], ['a']],
		['only new lines', () => {}, [6, 6], ['six', 'and more']],
	])('%s: an ordinary commit', async (_, prepare, lines, text) => {
		const tree = featureBranch();
		prepare(tree);
		const {report} = await fixedUp(tree, reviewOf(tree).suggest('src/list.txt', lines, text).save());
		expect(report.commits.map(({headline}) => headline)).toEqual(['Apply suggestion from code review']);
		const before = subjects(tree);
		expect(squashes(tree)).toEqual(before);
	});

	test('the later of two commits that changed a line', async () => {
		const tree = featureBranch();
		change(tree, 'Name three again', {3: 'third'});
		await fixedUp(tree, reviewOf(tree).suggest('src/list.txt', 3, ['THREE']).save());
		expect(subjects(tree).at(-1)).toBe('fixup! Name three again');
		expect(squashes(tree).at(-1)).toBe('Name three again');
	});

	test('a change that restores what the commit replaced', async () => {
		const tree = featureBranch();
		await fixedUp(tree, reviewOf(tree).suggest('src/list.txt', 6, ['item 6']).save());
		expect(subjects(tree).at(-1)).toBe('fixup! Name six and seven');
		squashes(tree);
	});

	test('a file that was renamed since, and one that is new', async () => {
		const tree = featureBranch();
		tree.git('mv', 'src/list.txt', 'src/names.txt');
		commitAs(tree, 'Rename the list');
		commitAs(tree.put({'src/new.txt': 'one\ntwo\nthree\n'}), 'Add a file');
		const review = reviewOf(tree).suggest('src/names.txt', 3, ['THREE']).suggest('src/new.txt', 2, ['TWO']);
		await fixedUp(tree, review.save());
		expect(subjects(tree).slice(-2)).toEqual(['fixup! Name three', 'fixup! Add a file']);
		expect(squashes(tree)).toHaveLength(5);
	});

	test('lines that a merge brought: an ordinary commit', async () => {
		const tree = featureBranch();
		tree.git('checkout', '-q', 'main');
		change(tree, 'Theirs', {1: 'one of main', 12: 'twelve of main'});
		const stale = tree.git('rev-parse', 'main^');
		tree.git('checkout', '-q', 'feature');
		tree.git('merge', '-q', '-m', 'Merge main', 'main');
		// As if main had not been fetched since.
		tree.git('update-ref', 'refs/heads/main', stale);
		const review = reviewOf(tree).suggest('src/list.txt', 1, ['ONE']).suggest('src/list.txt', 3, ['THREE']);
		const {report} = await fixedUp(tree, review.save());
		expect(report.commits.map(({headline}) => headline)).toEqual([
			'fixup! Name three',
			'Apply suggestion from code review',
		]);
	});

	test('CRLF: a commit that only converted line ends is in the way, as for git', async () => {
		const tree = featureBranch();
		tree.put({'src/list.txt': tree.read('src/list.txt').replaceAll('\n', '\r\n')});
		commitAs(tree, 'Convert');
		await fixedUp(tree, reviewOf(tree).suggest('src/list.txt', 3, ['THREE']).save());
		expect(subjects(tree).at(-1)).toBe('fixup! Convert');
		squashes(tree);
	});
});

describe('how a fixup names its commit', () => {
	test('two commits with one subject: by its id', async () => {
		const tree = featureBranch();
		change(tree, 'wip', {1: 'one'});
		const target = change(tree, 'wip', {12: 'twelve'});
		await fixedUp(tree, reviewOf(tree).suggest('src/list.txt', 12, ['TWELVE']).save());
		expect(subjects(tree).at(-1)).toBe(`fixup! ${target}`);
		expect(squashes(tree)).toHaveLength(5);
		expect(tree.git('show', '--format=%s', 'HEAD')).toContain('+TWELVE');
	});

	test('a subject that services act on: by its id', async () => {
		const tree = featureBranch();
		for (const [index, subject] of ['Limits [skip ci]', 'Thank @octocat', 'Back \u202edrawkcab'].entries()) {
			const target = change(tree, subject, {12: `twelve ${index}`});
			await fixedUp(
				tree,
				reviewOf(tree)
					.suggest('src/list.txt', 12, [`TWELVE ${index}`])
					.save(),
			);
			expect(subjects(tree).at(-1)).toBe(`fixup! ${target}`);
		}
		expect(squashes(tree)).toHaveLength(6);
	});

	test('a commit that is a fixup itself: as that one', async () => {
		const tree = featureBranch();
		change(tree, 'fixup! Name three', {3: 'third'});
		await fixedUp(tree, reviewOf(tree).suggest('src/list.txt', 3, ['THREE']).save());
		expect(subjects(tree).slice(-2)).toEqual(['fixup! Name three', 'fixup! Name three']);
		expect(squashes(tree)).toEqual(['Name three', 'Name six and seven', 'Name ten']);
	});

	test('it has its own message, and the ordinary commit that of --message', async () => {
		const tree = featureBranch();
		const review = reviewOf(tree).suggest('src/list.txt', 3, ['THREE']).suggest('src/list.txt', 12, ['TWELVE']);
		const flags = ['--message', 'fix: {count} of the review', '--signoff'];
		const from = review.save();
		const dry = await applied(tree, from, '--commit', '--fixup', ...flags, '--dry-run');
		await fixedUp(tree, from, ...flags);
		expect(subjects(tree).slice(-2)).toEqual(['fixup! Name three', 'fix: 1 of the review']);
		const messages = [tree.git('log', '-1', '--format=%B', 'HEAD^'), tree.git('log', '-1', '--format=%B')];
		const planned = (dry.report as unknown as {commitPreview: string[]}).commitPreview;
		expect(planned.map(text => text.trim())).toEqual(
			messages.map(text => text.replace(/^(Pr-Resolve-Run: ).*$/m, '$1<run>')),
		);
		expect(messages[0]).toMatch(/^fixup! Name three\n\nPr-Resolve-Run: .*\nSigned-off-by: Ada <ada@example.com>$/);
	});
});

describe('the base branch', () => {
	const reviewed = (tree: WorkTree) => reviewOf(tree).suggest('src/list.txt', 3, ['THREE']).save();

	test('can be one of a remote', async () => {
		const tree = featureBranch();
		tree.git('update-ref', 'refs/remotes/upstream/main', 'main');
		tree.git('branch', '-D', 'main');
		await fixedUp(tree, reviewed(tree));
		expect(subjects(tree, 'upstream/main..HEAD').at(-1)).toBe('fixup! Name three');
	});

	test('in a fork, the branch of the same name is not it', async () => {
		const tree = featureBranch();
		tree.git('update-ref', 'refs/remotes/upstream/main', 'main');
		tree.git('branch', '-D', 'main');
		tree.git('branch', '-m', 'main');
		tree.remote('origin', 'https://github.com/ada/app.git');
		tree.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
		tree.git('branch', '-q', '--set-upstream-to=origin/main');
		const ofFork = {headRefName: 'main', headRepository: 'ada/app'};
		const review = reviewOf(tree, ofFork).suggest('src/list.txt', 3, ['THREE']);
		await fixedUp(tree, review.save());
		expect(subjects(tree, 'upstream/main..HEAD').at(-1)).toBe('fixup! Name three');
	});

	test('is not here: nothing is applied, and the remedy fetches it', async () => {
		const tree = featureBranch().remote('origin', 'https://github.com/octo/app.git');
		tree.git('branch', '-D', 'main');
		const before = tree.snapshot();
		const {code, report} = await fixedUp(tree, reviewed(tree));
		expect([code, report.error]).toMatchObject([
			2,
			{code: 'no-base', remedy: 'Run: git fetch origin main:refs/remotes/origin/main'},
		]);
		expect(tree.snapshot()).toEqual(before);
	});

	test('has no commit in common in a shallow clone', async () => {
		const whole = featureBranch();
		const tree = whole.copy();
		tree.git(
			'-c',
			'protocol.file.allow=always',
			'clone',
			'-q',
			'--depth=1',
			'--no-single-branch',
			`file://${whole.root}`,
			'c',
		);
		const clone = Object.assign(Object.create(tree), {root: `${tree.root}/c`}) as WorkTree;
		const {code, report} = await fixedUp(clone, reviewed(whole));
		expect([code, report.error]).toMatchObject([2, {code: 'no-base', remedy: 'Run: git fetch --unshallow'}]);
	});

	test('has files that a partial clone lacks: they are got first', async () => {
		const whole = featureBranch();
		whole.git('config', 'uploadpack.allowFilter', 'true');
		const tree = whole.copy();
		tree.git('clone', '-q', '--filter=blob:none', '--no-local', `file://${whole.root}`, 'c');
		const clone = Object.assign(Object.create(tree), {root: `${tree.root}/c`}) as WorkTree;
		clone.git('branch', '-q', 'main', 'origin/main');
		const from = reviewed(whole);
		const {code, report} = await fixedUp(clone, from);
		expect([code, report.error]).toMatchObject([
			2,
			{code: 'no-base', message: expect.stringContaining('partial clone')},
		]);
		const [, command] = /^Run: git (.*)$/.exec(report.error!.remedy)!;
		clone.git(...command!.split(' '));
		await fixedUp(clone, from);
		expect(subjects(clone).at(-1)).toBe('fixup! Name three');
	});

	test('is in no recording of review comments alone', async () => {
		const tree = featureBranch();
		const from = reviewOf(tree).suggest('src/list.txt', 3, ['THREE']).saveRest();
		expect(await fixedUp(tree, from)).toMatchObject({code: 2, report: {error: {code: 'no-base'}}});
	});
});

test('--fixup needs a commit, and no split', async () => {
	const tree = featureBranch();
	const from = reviewOf(tree).suggest('src/list.txt', 3, ['THREE']).save();
	expect(await applied(tree, from, '--fixup')).toMatchObject({
		code: 2,
		report: {error: {message: '--fixup needs a commit.'}},
	});
	expect(await fixedUp(tree, from, '--set', 'split=file')).toMatchObject({
		code: 2,
		report: {error: {message: '--fixup and --set split cannot be combined.'}},
	});
	const env = {...ada, CR_SPLIT: 'file'};
	await tree.call(['apply', '--from', from, '--commit', '--fixup', '--json'], {env});
	expect(subjects(tree).at(-1)).toBe('fixup! Name three');
});

test('undo takes the fixups back', async () => {
	const tree = featureBranch();
	const before = [tree.head, tree.snapshot()];
	const review = reviewOf(tree).suggest('src/list.txt', 3, ['THREE']).suggest('src/list.txt', 12, ['TWELVE']);
	await fixedUp(tree, review.save());
	expect((await tree.call(['undo', '--json'])).code).toBe(0);
	expect([tree.head, tree.snapshot(), tree.git('status', '--porcelain')]).toEqual([...before, '']);
});
