import type {Post, Remark} from './dialect.ts';
import type {Finding, WholeComment} from './finding.ts';
import type {Block} from './markdown.ts';

/** What readers leave out of a comment, such as prompts for models, is kept for people. @param count of its findings */
export const wholeComment = ({kind, blocks}: Post, count: number): WholeComment => ({
	blocks,
	fold: kind === 'thread' && count === 1 ? null : {summary: 'whole comment', source: 'whole comment'},
});

/** Whether a finding is all of its comment. */
export const isAllOf = ({blocks}: WholeComment, remark: Remark): boolean =>
	remark.blocks.length === blocks.length && remark.blocks.every((block, index) => block === blocks[index]);

/** What a person reads of a finding: its comment; if that holds more, the finding and a fold with the comment. */
export function readingOf({blocks, whole}: Pick<Finding, 'blocks' | 'whole'>): readonly Block[] {
	if (!whole) return blocks;
	const {fold} = whole;
	if (fold === null) return whole.blocks;
	return [...blocks, ...whole.blocks.map(block => ({...block, sections: [fold, ...block.sections]}))];
}
