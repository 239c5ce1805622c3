import {isThreadReply} from '../../review/conversations.ts';
import type {Finding} from '../../review/finding.ts';
import {ownBlocks} from '../../review/whole-comment.ts';
import {leftOf} from '../../run/report/outcome.ts';
import {wordOf} from '../widgets/outcome-look.ts';
import {isByModel} from './change-lines.ts';
import {type FilterSubject, type SearchText, searchTextOf} from './filter-match.ts';
import type {FindingState} from './filter-query.ts';
import {type FindingRow, notOnFile, participantsOf} from './rows.ts';
import {decisionsOn} from './selection.ts';
import type {ReviewState} from './state.ts';

/** What a filter looks at in each finding of the list. */
export function filterSubjectsOf(state: Pick<ReviewState, 'index' | 'history' | 'seen' | 'searchTexts'>) {
	const {searchTexts} = state;
	return (row: FindingRow): FilterSubject => {
		const {finding, path} = row.entry;
		return {
			text: () => {
				const known = searchTexts.get(row) ?? textOfRow(row);
				searchTexts.set(row, known);
				return known;
			},
			is: name => isInState(name, row, state),
			participants: () => [...participantsOf(row.entry), finding.author?.login ?? ''],
			severity: finding.severity,
			paths: () => [...new Set([path, finding.path])].filter(each => each !== null),
		};
	};
}

function isInState(
	name: FindingState,
	{id, entry}: FindingRow,
	{index, history, seen}: Pick<ReviewState, 'index' | 'history' | 'seen'>,
): boolean {
	const rulings = index.judged.get(id)?.rulings ?? [];
	const {thread, source} = entry.finding;
	switch (name) {
		case 'open':
			return entry.verdict !== null && leftOf(entry.verdict.outcome) !== null;
		case 'unseen':
			return !seen.has(id);
		case 'decided':
			return decisionsOn(id, {index, history}).length > 0;
		case 'model':
			return isByModel(rulings);
		case 'resolved':
			return thread?.isResolved ?? false;
		case 'outdated':
			return thread?.isOutdated ?? false;
		case 'hidden':
			return thread?.comments.find(({id}) => id === source.commentId)?.isMinimized ?? false;
		case 'reply':
			return isThreadReply(entry.finding) || entry.others.some(isThreadReply);
		default:
			return wordOf(entry.verdict) === name;
	}
}

/** All that the screen shows of a finding and its thread, folded parts included. */
function textOfRow({title, reviewer, place, entry: {finding, path, verdict, others}}: FindingRow): SearchText {
	return searchTextOf([
		title,
		reviewer,
		finding.severity ?? '',
		finding.category ?? '',
		`${path ?? notOnFile}:${place}`,
		wordOf(verdict),
		verdict?.reason ?? '',
		...[finding, ...others].flatMap(textsOf),
		finding.explanation ?? '',
	]);
}

function textsOf(finding: Finding): string[] {
	const {author, changes} = finding;
	const blocks = ownBlocks(finding);
	const sections = new Set(blocks.flatMap(block => block.sections));
	return [
		author?.login ?? '',
		...[...sections].map(({summary}) => summary),
		...blocks.map(block => {
			if (block.kind === 'prose') return block.text;
			return block.kind === 'fence' ? block.lines.join('\n') : '';
		}),
		...commentedTexts(finding),
		...changes.flatMap(({from, replacement}) => (from === 'model' ? replacement : [])),
	];
}

/** As GitHub shows them above a comment: with three more. */
const linesAbove = 3;

/** The lines that a comment is on, as its diff hunk ends with them. */
function commentedTexts({diffHunk, seen, lines}: Finding): string[] {
	if (diffHunk === null) return [];
	const {start, end} = seen ?? lines ?? {start: 1, end: 1};
	const [, ...hunk] = diffHunk.split('\n');
	return hunk.slice(-(end - start + 1 + linesAbove)).map(line => line.slice(1));
}
