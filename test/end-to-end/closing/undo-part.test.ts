import {rmSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {parseReply} from '../../../source/review/closing/marker.ts';
import {user} from '../../emulators/github/data.ts';
import type {Review} from '../../helpers/review-of.ts';
import {rabbit} from './publishing.ts';
import {type Pushing, pushing} from './pushing.ts';

const body = `Two places.\n\n\`\`\`diff\n-item 2\n+item two\n\`\`\`\n\nAnd:\n\n\`\`\`diff\n-item 9\n+item nine\n\`\`\``;

/** A thread with two suggestions. */
const twoInOne = (review: Review) => void review.comment('src/list.txt', 2, body, {author: rabbit});

/** Line 2 as it is written by hand after the run. */
const byHand = 'item 2, by hand';

/** What is published, and then written by hand on line 2, with the undo of that. */
async function published() {
	const opened = await pushing({review: twoInOne});
	const {tree, bare, push, call} = opened;
	const {report} = await push('--publish');
	const oid = tree.head;
	const edit = (from: string, to: string) => {
		tree.commit({'src/list.txt': tree.read('src/list.txt').replace(from, to)});
		tree.git('push', '-q', bare, 'HEAD');
	};
	edit('item two', byHand);
	return {
		...opened,
		oid,
		edit,
		undo: async () => {
			const {code} = await call(['undo', report.run!.id, '--publish', '--json']);
			return {code, oid: tree.head};
		},
		outcomes: async (...flags: string[]) => {
			const {json} = await call(['analyze', '7', '--json', ...flags]);
			const {changes} = json as {changes: {outcome: string; reason: string}[]};
			return changes.map(({outcome, reason}) => `${outcome}: ${reason.split(' (')[0]}`);
		},
		inAnotherClone: () => rmSync(join(tree.root, '.git/pr-resolve'), {recursive: true, force: true}),
	};
}

const threadOf = ({review}: Pick<Pushing, 'review'>) => review.pullRequest.data.reviewThreads[0]!;

/** Our replies in the thread, without their markers. */
const repliesIn = (at: Pick<Pushing, 'review'>) =>
	threadOf(at).comments.flatMap(({body: text}) => (parseReply(text) ? [text.split('\n')[0]] : []));

describe('a thread of which an undo reverts a part', () => {
	test('says what of it was reverted, is open again, and the part needs review in every clone', async () => {
		const at = await published();
		expect([repliesIn(at), threadOf(at).isResolved]).toEqual([[`Applied in ${at.oid}.`], true]);
		const undone = await at.undo();
		expect([undone.code, at.there()]).toEqual([3, undone.oid]);
		const said = `Applied in ${at.oid}. Reverted in ${undone.oid}: src/list.txt 9.`;
		expect([repliesIn(at), threadOf(at).isResolved]).toEqual([[said], false]);
		for (const prepare of [() => {}, at.inAnotherClone]) {
			prepare();
			expect((await at.outcomes()).at(-1)).toBe('needs-person: an undo has reverted it');
			expect((await at.outcomes('--reconsider')).at(-1)).toMatch(/^planned/);
		}
		const again = await at.push('--publish');
		expect([again.code, at.there(), threadOf(at).isResolved]).toEqual([3, undone.oid, false]);
	});

	test('is said to be applied again once the part was taken up', async () => {
		const at = await published();
		at.edit(byHand, 'item two');
		at.edit('item nine', 'item 9, by hand');
		const undone = await at.undo();
		expect(repliesIn(at)).toEqual([`Applied in ${at.oid}. Reverted in ${undone.oid}: src/list.txt 2.`]);
		at.edit('item 9, by hand', 'item nine');
		at.inAnotherClone();
		const {report} = await at.push('--publish', '--reconsider');
		expect(report).toMatchObject({summary: {applied: 1}});
		expect(repliesIn(at)).toEqual([expect.stringMatching(new RegExp(`^Applied in .*${at.there()}\\.$`))]);
		expect(threadOf(at).isResolved).toBe(true);
		at.inAnotherClone();
		expect((await at.outcomes()).every(outcome => outcome.startsWith('already-applied'))).toBe(true);
	});

	test('hears of the rest when that is reverted too', async () => {
		const at = await published();
		const first = await at.undo();
		at.edit(byHand, 'item two');
		const second = await at.undo();
		expect([second.code, second.oid === first.oid]).toEqual([0, false]);
		expect(repliesIn(at)).toEqual([`Reverted in ${second.oid}.`]);
		expect((await at.outcomes()).every(outcome => outcome === 'needs-person: an undo has reverted it')).toBe(true);
	});

	test('stays resolved if somebody wrote in it since, and hears it all the same', async () => {
		const at = await published();
		const {comments} = threadOf(at);
		comments.push({...comments[0]!, id: 'late', fullDatabaseId: '9', author: user('ann'), body: 'Thanks!'});
		const undone = await at.undo();
		expect([undone.code, threadOf(at).isResolved]).toEqual([3, true]);
		expect(repliesIn(at)).toEqual([`Applied in ${at.oid}. Reverted in ${undone.oid}: src/list.txt 9.`]);
	});
});
