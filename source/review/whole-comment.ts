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

/** The comment of a finding, or its part of a comment that holds more. */
export const ownBlocks = ({blocks, whole}: Pick<Finding, 'blocks' | 'whole'>): readonly Block[] =>
	whole?.fold === null ? whole.blocks : blocks;

/** What a person reads of a finding: its comment; if that holds more, the finding and a fold with the comment. */
export function readingOf(finding: Pick<Finding, 'blocks' | 'whole'>): readonly Block[] {
	const own = ownBlocks(finding);
	const {whole} = finding;
	const fold = whole?.fold;
	if (!fold) return own;
	return [...own, ...whole.blocks.map(block => ({...block, sections: [fold, ...block.sections]}))];
}
