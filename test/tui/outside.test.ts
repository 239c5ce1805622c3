import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {OutsideLook} from '../../source/run/session/outside.ts';
import {statusLine} from '../../source/tui/review/bars.ts';
import {seenOutside} from '../../source/tui/review/outside.ts';
import type {ReviewState} from '../../source/tui/review/state.ts';
import {updateReview} from '../../source/tui/review/update.ts';
import {textOf} from '../../source/tui/text/line.ts';
import {bot} from '../emulators/github/data.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {numbered, workTree} from '../helpers/work-tree.ts';
import {openDesk} from './desk.ts';

const minute = 60_000;

async function desk() {
	const tree = workTree({'src/list.txt': numbered('item', 40)}).branch('feature');
	const review = reviewOf(tree);
	for (const line of [3, 6]) review.suggest('src/list.txt', line, [`better ${line}`], {author: bot('coderabbitai')});
	const opened = await openDesk(tree, review.save());
	await opened.planned();
	const wake = () => opened.store.dispatch({type: 'wake', at: Date.now()});
	return {...opened, folder: tree, wake};
}

test('a file that was changed elsewhere is read again, and named', async () => {
	const at = await desk();
	writeFileSync(join(at.folder.root, 'src/list.txt'), numbered('item', 40).replace('item 3\n', 'better 3\n'));
	at.wake();
	await at.until(({notice}) => notice?.text === 'read again: src/list.txt changed on disk');
	await at.planned();
	expect([...at.state().index.judged.values()].map(({verdict}) => verdict.outcome)).toEqual([
		'already-applied',
		'planned',
	]);
	at.wake();
	at.press('j');
	expect(at.state().notice).toBeNull();
});

test('a branch that was switched in the same second is named too, once', async () => {
	const at = await desk();
	at.folder.git('switch', '-q', '-c', 'side');
	writeFileSync(join(at.folder.root, 'src/list.txt'), numbered('item', 41));
	at.wake();
	await at.until(({notice}) => notice?.text.includes('you switched from feature to side') === true);
	expect(at.state().notice).toMatchObject({
		text: 'read again: src/list.txt changed on disk; you switched from feature to side; A asks before it writes there',
	});
	await at.planned();
	at.press('j');
	at.wake();
	await new Promise(resolve => setTimeout(resolve, 100));
	expect(at.state().notice).toBeNull();
});

test('while something is asked or done, nothing is looked for', async () => {
	const at = await desk();
	writeFileSync(join(at.folder.root, 'src/list.txt'), 'other\n');
	at.press('A');
	expect(updateReview(at.state(), {type: 'wake', at: 0}).effects).toEqual([]);
	at.press('n');
	expect(updateReview(at.state(), {type: 'wake', at: 0}).effects).toEqual([{type: 'look-outside', asksHost: false}]);
});

/** The same review, as if it was read from the host. */
const onHost = (state: ReviewState): ReviewState => ({
	...state,
	run: {...state.run, pullRequest: {...state.run.pullRequest!, source: {kind: 'host', id: 'github'}}},
});

test('the host is asked at most once a minute, and half as often after each refusal', async () => {
	let state = onHost((await desk()).state());
	const asks = (at: number) => {
		const {state: next, effects} = updateReview(state, {type: 'wake', at});
		state = next;
		return effects.some(effect => effect.type === 'look-outside' && effect.asksHost);
	};
	const see = (news: OutsideLook['news']) => {
		({state} = seenOutside(state, {files: [], moved: null, news}));
	};
	expect([0, 1000, minute - 1, minute].map(asks)).toEqual([true, false, false, true]);
	see('refused');
	expect([2 * minute, 3 * minute - 1, 3 * minute].map(asks)).toEqual([false, false, true]);
	see('refused');
	expect([5 * minute, 7 * minute].map(asks)).toEqual([false, true]);
	see(0);
	expect([8 * minute - 1, 8 * minute].map(asks)).toEqual([false, true]);
});

test('what is new is said once, and stays in the status until it is read', async () => {
	const see = (state: ReviewState, news: number) => seenOutside(state, {files: [], moved: null, news}).state;
	const one = see(onHost((await desk()).state()), 2);
	expect(one.notice?.text).toBe('2 new reviews or comments; press r to read');
	const later = see({...one, notice: null}, 2);
	expect([later.notice, textOf(statusLine(later))]).toEqual([null, expect.stringContaining('2 new (r)')]);
	expect(see(later, 3).notice?.text).toBe('3 new reviews or comments; press r to read');
});
