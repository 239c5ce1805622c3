import type {Remark} from '../dialect.ts';
import type {Block} from '../markdown.ts';
import {dialectOfForm} from './form.ts';
import {isProse} from './parts.ts';
import {readReviewRows} from './qodo-review.ts';
import {readTable} from './qodo-table.ts';

/** Qodo and PR-Agent: a committable suggestion on lines, a table of suggestions, or a review as one long comment. */
export const qodo = dialectOfForm({
	name: 'qodo',
	logins: ['qodo-code-review', 'qodo-merge-pro', 'qodo-merge', 'qodo-ai', 'codiumai-pr-agent', 'pr-agent'],
	marks: [
		/^## PR (?:Code Suggestions|Reviewer Guide|Compliance Guide)/m,
		/^<h3>Code Review by Qodo<\/h3>/m,
		/^\*\*Suggestion:\*\* .*, importance: \d+\]$/m,
	],
	labels: [/^\*\*Suggestion:\*\*\s*/],
	split: post => (/Code Review by Qodo/.test(post.body) ? readReviewRows(post.blocks) : readTable(post.blocks)),
	notices: [
		{
			mark: /Come back again in a few minutes|An AI review agent is analysing/,
			says: 'a note that a review is running',
			state: 'running',
		},
		{mark: /^\*\*\[Persistent review\]\(/, says: 'a note that a review was updated', state: 'done'},
		{mark: /^## PR Reviewer Guide/, says: "a reviewer's guide", state: 'done'},
		{mark: /^## PR Compliance Guide/, says: 'a list of compliance checks', state: 'done'},
		{mark: /^## PR Code Suggestions|^<h3>Code Review by Qodo/, says: 'the overview of a review', state: 'done'},
	],
	complete: withImportance,
});

/** The end of a suggestion on lines: `[possible bug, importance: 8]`. */
const ending = /\[(?<category>[^[\]\n]*), importance: (?<importance>\d{1,2})\]\s*$/;

function withImportance(remark: Remark): Remark {
	const at = remark.blocks.findIndex(block => isProse(block) && ending.test(block.text));
	const block = remark.blocks[at];
	if (!isProse(block)) return remark;
	const {category = null, importance} = ending.exec(block.text)!.groups!;
	const said: Block = {...block, text: block.text.replace(ending, '').trimEnd()};
	return {...remark, category, confidence: Math.min(Number(importance) / 10, 1), blocks: remark.blocks.with(at, said)};
}
