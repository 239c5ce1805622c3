import type {Post, Remark} from '../dialect.ts';
import {dialectOfForm} from './form.ts';

/** cubic: the confidence (0 to 10) in a hidden comment, the priority, prose. The body repeats the threads for programs. */
export const cubic = dialectOfForm({
	name: 'cubic',
	logins: ['cubic-dev-ai'],
	marks: [/^<!-- metadata:\{"confidence":\d+\} -->$/m, /^<!-- cubic:attribution /m],
	labels: [/^(?:\*\*)?(?<severity>P\d):(?:\*\*)?\s*/],
	notices: [{mark: /^(?:\*\*)?(?:No|\d+) issues? found/i, says: 'the overview of a review', state: 'done'}],
	complete: withConfidence,
});

function withConfidence(remark: Remark, {blocks}: Post): Remark {
	const [first] = blocks;
	const stated = first?.kind === 'hidden' ? /"confidence":(\d{1,2})\b/.exec(first.text)?.[1] : undefined;
	return stated === undefined ? remark : {...remark, confidence: Math.min(Number(stated) / 10, 1)};
}
