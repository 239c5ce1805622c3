import type {Finding} from '../../review/finding.ts';
import type {Block, Section} from '../../review/markdown.ts';
import {ownBlocks} from '../../review/whole-comment.ts';
import {patternsOf, withoutMarks} from '../../run/filter/match.ts';
import {textTerm} from '../../run/filter/query.ts';
import {filterPatterns} from './filter-prompt.ts';
import type {ReviewState} from './state.ts';

type Searched = Pick<ReviewState, 'search' | 'filter'>;

/** Patterns of what is marked in the detail: the text that is searched for there, else the words of the filter. */
export function detailPatterns({search, filter}: Searched): RegExp[] {
	const term = textTerm(search);
	return term === null ? filterPatterns({filter}) : patternsOf({terms: [{...term, isNot: false}]});
}

/** Folds with a match, which are open. The fold with the rest of a comment is one of them if there is no other match. */
export function foldsWithMatch(findings: readonly Finding[], searched: Searched): ReadonlySet<Section> {
	const patterns = detailPatterns(searched);
	if (patterns.length === 0) return new Set();
	const own = findings.flatMap(ownBlocks).filter(block => hasMatch(block, patterns));
	if (own.length > 0) return new Set(own.flatMap(({sections}) => sections));
	const [whole] = findings.flatMap(({whole}) => (whole?.fold ? [whole] : []));
	const found = whole?.blocks.find(block => hasMatch(block, patterns));
	return new Set(found && whole?.fold ? [whole.fold, ...found.sections] : []);
}

function hasMatch(block: Block, patterns: readonly RegExp[]): boolean {
	if (block.kind !== 'prose' && block.kind !== 'fence') return false;
	const text = block.kind === 'prose' ? block.text : block.lines.join('\n');
	return patterns.some(pattern => text.search(pattern) !== -1 || withoutMarks(text).search(pattern) !== -1);
}
