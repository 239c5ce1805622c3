import {expect, test} from 'vitest';
import {
	formatOwnWords,
	formatReply,
	nothingDecided,
	parseReply,
	repliesSame,
} from '../../../source/review/closing/marker.ts';
import {type Reversal, reversalActs} from '../../../source/review/closing/reversal-acts.ts';
import type {ThreadCommentNow, ThreadNow} from '../../../source/review/closing/thread-now.ts';
import {person} from '../../helpers/pull-request.ts';

const [made, reverting] = ['a', 'b'].map(letter => letter.repeat(40)) as [string, string];

const said = (text: string, run: string) => formatReply({text, state: 'fixed', commit: made}, run, ['f1']);
const own = (run: string, commit: string | null = null) =>
	formatOwnWords('Thanks.', {state: commit === null ? 'none' : 'fixed', commit}, run, ['f1'], nothingDecided);

/** A thread of another person with these comments of ours below. */
function threadOf(...bodies: string[]): ThreadNow {
	const comments = ['Please.', ...bodies].map(
		(body, index): ThreadCommentNow => ({
			...{id: `${index}`, nodeId: `n${index}`, url: null, body, hasThumb: false},
			...{author: person(index === 0 ? 'ann' : 'me'), authorAssociation: null},
		}),
	);
	return {id: 'T', isResolved: false, mayReply: true, mayResolve: true, comments};
}

const reversal = (isReverted: boolean): Reversal => ({
	...{of: 'A', run: 'U', commit: reverting, reverted: new Set(isReverted ? [made] : [])},
	...{isGone: () => isReverted, isReverted: () => isReverted, parts: () => []},
});

const actsIn = (thread: ThreadNow, isReverted: boolean) =>
	reversalActs(thread, reversal(isReverted), false, 'me').map(act =>
		'comment' in act ? [act.kind, act.comment] : [act.kind],
	);

test('what a person had the undone run say is deleted, also above a reply of ours', () => {
	expect(actsIn(threadOf(own('A')), false)).toEqual([['withdraw', 'n1']]);
	expect(actsIn(threadOf(own('A'), said(`Applied in ${made}.`, 'B')), false)).toEqual([['withdraw', 'n1']]);
	expect(actsIn(threadOf(own('B')), false)).toEqual([]);
});

test('and the reply of ours before it is corrected', () => {
	expect(actsIn(threadOf(said(`Applied in ${made}.`, 'A'), own('A', made)), true)).toEqual([
		['withdraw', 'n2'],
		['edit', 'n1'],
	]);
});

test('the same words of a person are the same reply, whatever ours would have said', () => {
	const [one, other] = [own('A'), own('B', made)].map(body => parseReply(body)!) as [never, never];
	expect(repliesSame(one, other)).toBe(true);
	expect(repliesSame(one, parseReply(said(`Applied in ${made}.`, 'A'))!)).toBe(false);
});
