import {describe, expect, test} from 'vitest';
import type {CountedFinding} from '../../../source/run/stats/counted.ts';
import {bot, user} from '../../emulators/github/data.ts';
import {type Review, reviewOf} from '../../helpers/review-of.ts';
import {emptyRepository, type WorkTree} from '../../helpers/work-tree.ts';
import {countReview} from './counting.ts';

const author = bot('coderabbitai');

/** Lines that are told apart, so that each can be followed. */
const lines = (prefix: string, count: number) =>
	Array.from({length: count}, (_, index) => `${prefix} number ${index + 1}`);

const text = (all: readonly string[]) => `${all.join('\n')}\n`;

const start = lines('entry', 40);

/** The lines with some replaced, by number. */
const withLines = (all: readonly string[], edits: Record<number, readonly string[]>) =>
	all.flatMap((line, index) => edits[index + 1] ?? [line]);

/** A branch with one commit, reviewed there: one comment for each class. */
function reviewed(): {tree: WorkTree; review: Review} {
	const tree = emptyRepository().commit({'list.txt': text(start), 'base.txt': text(lines('base', 30))});
	tree
		.branch('topic')
		.commit({'new.txt': text(lines('new', 30)), 'list.txt': text(withLines(start, {40: ['the last']}))});
	const review = reviewOf(tree, {number: 7});
	const on = {author};
	review
		.suggest('list.txt', 2, ['entry taken'], on)
		.suggest('list.txt', 6, ['entry not taken'], on)
		.suggest('list.txt', 10, ['entry otherwise'], on)
		.comment('list.txt', 14, 'This entry is wrong.', on)
		.comment('list.txt', 18, 'This entry is wrong as well.', on)
		.comment('list.txt', 22, 'One.\n\n```suggestion\nfirst part\n```\n\nTwo.', on)
		.suggest('new.txt', [3, 4], ['new and taken'], on)
		.comment('list.txt', 26, 'Answered and resolved.', on, thread =>
			thread.reply({author: user('alice'), body: 'No, it is right.', createdAt: '2026-03-01T11:00:00Z'}).resolve(),
		)
		.comment('list.txt', 30, 'Answered and open.', on, thread => thread.reply({author: user('alice'), body: 'Why?'}))
		.suggest('list.txt', 34, ['entry number 34'], on);
	return {tree, review};
}

/** What the branch makes of it, in a second commit. */
const followUp = {
	'list.txt': text(
		withLines(start, {
			...{2: ['entry taken'], 10: ['entry of its own'], 14: ['entry that is right'], 40: ['the last']},
			22: ['first part'],
		}),
	),
	'new.txt': text(withLines(lines('new', 30), {3: ['new and taken'], 4: []})),
};

const expected = [
	['list.txt', 'taken'],
	['list.txt', 'untouched'],
	['list.txt', 'changed'],
	['list.txt', 'changed'],
	['list.txt', 'untouched'],
	['list.txt', 'taken'],
	['new.txt', 'taken'],
	['list.txt', 'answered'],
	['list.txt', 'untouched'],
	['list.txt', 'undecidable'],
];

const classesOf = (findings: readonly CountedFinding[]) => findings.map(finding => [finding.path, finding.class]);

/** How the branch came into the base. None of it changes the head of the pull request. */
const merges: Record<string, (tree: WorkTree) => void> = {
	merge: tree => void tree.git('merge', '-q', '--no-ff', '-m', 'Merge', 'topic'),
	squash(tree) {
		tree.git('merge', '-q', '--squash', 'topic');
		tree.commit();
	},
	rebase: tree => void tree.git('cherry-pick', 'main..topic'),
	push: tree => void tree.git('merge', '-q', 'topic'),
};

describe.each(Object.entries(merges))('merged by %s', (_, merge) => {
	test.each(['kept', 'deleted', 'force-pushed before'])('branch %s', async branch => {
		const {tree, review} = reviewed();
		tree.commit(followUp);
		if (branch === 'force-pushed before') {
			// One commit instead of two, on a newer base: the reviewed commit is in no branch.
			const [topic] = [tree.git('rev-parse', 'HEAD')];
			tree.git('checkout', '-q', '-B', 'main', 'main');
			tree.commit({'base.txt': text(withLines(lines('base', 30), {1: ['a newer base']}))});
			tree.git('checkout', '-q', '-B', 'topic', 'main');
			tree.git('merge', '-q', '--squash', topic);
			tree.commit();
		}
		const head = tree.git('rev-parse', 'topic');
		tree.git('update-ref', 'refs/pull/7/head', head);
		tree.git('checkout', '-q', 'main');
		tree.commit({'base.txt': text(withLines(lines('base', 30), {2: ['another change of the base']}))});
		if (merge === merges.push) tree.git('reset', '-q', '--hard', 'HEAD^');
		merge(tree);
		if (branch === 'deleted') tree.git('branch', '-q', '-D', 'topic');
		const commits = branch === 'force-pushed before' ? 1 : 2;
		const {findings, notCounted} = await countReview(tree, review, {head, commits});
		expect(classesOf(findings)).toEqual(expected);
		expect(notCounted).toEqual({reply: 2, remark: 0, hidden: 0, repeated: 0});
		expect(findings.map(({why}) => why)).toEqual([...Array(9).fill(null), 'changes nothing']);
		expect(findings[7]).toMatchObject({answeredAt: '2026-03-01T11:00:00Z', reviewer: 'coderabbit', isBot: true});
	});
});

/** A branch whose comments are one suggestion and one in words, and what its head made of their file. */
async function headOf(change: (tree: WorkTree) => void, {commits = 2}: {commits?: number | 'listed'} = {}) {
	const path = 'list.txt';
	const tree = emptyRepository().commit({'list.txt': text(start), 'base.txt': text(lines('base', 30))});
	tree.branch('topic').commit({'list.txt': text(withLines(start, {40: ['the last']}))});
	const review = reviewOf(tree, {number: 7})
		.suggest(path, 5, ['entry as suggested'], {author})
		.comment(path, 20, 'This is in words.', {author});
	change(tree);
	const head = tree.git('rev-parse', 'topic');
	const listed = () => tree.git('rev-list', '--reverse', 'topic', '^main').split('\n');
	const {findings} = await countReview(tree, review, {head, commits: commits === 'listed' ? listed() : commits});
	return findings.map(finding => finding.class);
}

const last = {40: ['the last']};
const onMain = (tree: WorkTree, files: Record<string, string>) => {
	tree.git('checkout', '-q', 'main');
	tree.commit(files);
	tree.git('checkout', '-q', 'topic');
};

test('a renamed file is followed', async () => {
	const classes = await headOf(tree => {
		tree.git('mv', 'list.txt', 'renamed.txt');
		tree.commit({'renamed.txt': text(withLines(start, {5: ['entry as suggested'], ...last}))});
	});
	expect(classes).toEqual(['taken', 'untouched']);
});

test('a deleted file is not decidable', async () => {
	const classes = await headOf(tree => {
		tree.git('rm', '-q', 'list.txt');
		tree.commit();
	});
	expect(classes).toEqual(['undecidable', 'undecidable']);
});

test('what was taken and reverted is not taken', async () => {
	const classes = await headOf(
		tree => {
			tree.commit({'list.txt': text(withLines(start, {5: ['entry as suggested'], 20: ['better'], ...last}))});
			tree.git('revert', '--no-edit', 'HEAD');
		},
		{commits: 3},
	);
	expect(classes).toEqual(['untouched', 'untouched']);
});

test.each([
	['merged into the branch', (tree: WorkTree) => tree.git('merge', '-q', '-m', 'Merge main', 'main'), 2],
	['below it after a rebase', (tree: WorkTree) => tree.git('rebase', '-q', 'main'), 1],
] as const)('an edit of the base that was %s is no edit of the pull request', async (_, take, commits) => {
	const classes = await headOf(
		tree => {
			onMain(tree, {'list.txt': text(withLines(start, {5: ['entry of the base'], 20: ['words of the base']}))});
			take(tree);
		},
		{commits},
	);
	expect(classes).toEqual(['untouched', 'untouched']);
});

test.each([
	[
		'merged into the branch from a branch of its own',
		(tree: WorkTree, edited: Record<string, string>) => {
			tree.git('checkout', '-q', '-b', 'side');
			tree.commit(edited);
			tree.git('checkout', '-q', 'topic');
			tree.git('merge', '-q', '--no-ff', '-m', 'Merge side', 'side');
		},
	],
	[
		'pulled from another clone',
		(tree: WorkTree, edited: Record<string, string>) => {
			tree.git('checkout', '-q', '-b', 'there');
			tree.commit(edited);
			tree.git('checkout', '-q', 'topic');
			tree.commit({'here.txt': 'here'});
			tree.git('merge', '-q', '-m', 'Merge there', 'there');
		},
	],
	[
		'merged into a branch that began on the base',
		(tree: WorkTree, edited: Record<string, string>) => {
			tree.commit(edited);
			onMain(tree, {'base.txt': text(withLines(lines('base', 30), {1: ['a newer base']}))});
			tree.git('branch', '-q', '-m', 'topic', 'old');
			tree.git('checkout', '-q', '-b', 'topic', 'main');
			tree.git('merge', '-q', '--no-ff', '-m', 'Merge old', 'old');
		},
	],
])("edits that were %s are the pull request's", async (_, make) => {
	const edited = {'list.txt': text(withLines(start, {5: ['entry of its own'], 20: ['better words'], ...last}))};
	expect(await headOf(tree => make(tree, edited), {commits: 'listed'})).toEqual(['changed', 'changed']);
});

test('lines that the branch deletes or moves are changed, or followed', async () => {
	const moved = [...start.slice(0, 17), ...start.slice(25, 39), ...start.slice(17, 25), 'the last'];
	expect(await headOf(tree => tree.commit({'list.txt': text(withLines(start, {5: [], 20: [], ...last}))}))).toEqual([
		'changed',
		'changed',
	]);
	expect(await headOf(tree => tree.commit({'list.txt': text(moved)}))).toEqual(['untouched', 'untouched']);
});

test('what is on no line, on deleted lines or on a whole file is not decidable', async () => {
	const {tree} = reviewed();
	const review = reviewOf(tree, {number: 7})
		.comment('list.txt', 3, 'On deleted lines.', {author, diffSide: 'LEFT'})
		.comment('list.txt', 3, 'On the file.', {author}, thread => thread.onFile());
	review.pullRequest.comment({author, body: 'This needs a test for empty lists.'});
	const {findings} = await countReview(tree, review, {head: tree.head, commits: 1});
	expect(findings.map(finding => [finding.class, finding.why])).toEqual([
		['undecidable', 'deleted lines'],
		['undecidable', 'whole file'],
		['undecidable', 'no lines'],
	]);
});
