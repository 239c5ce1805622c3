import type {ReviewComment, ReviewThread} from '../../review/comment.ts';
import {isOpen} from '../../run/outcome.ts';
import {type FilterSubject, type SearchText, searchTextOf} from './filter-match.ts';
import type {FindingState} from './filter-query.ts';
import {isByModel} from './made-by.ts';
import {wordOf} from './outcome-look.ts';
import {beside, type FindingRow} from './rows.ts';
import {idsOf} from './selection.ts';
import type {ReviewState} from './state.ts';

/** What a filter looks at in each finding of the list. */
export function subjectsOf(state: Pick<ReviewState, 'run' | 'index' | 'history' | 'searchTexts'>) {
	const {searchTexts, run} = state;
	let places: ReturnType<typeof threadPlaces> | undefined;
	return (row: FindingRow): FilterSubject => {
		const {finding, path} = row.entry;
		return {
			text: () => {
				const known = searchTexts.get(row) ?? textOfRow(row);
				searchTexts.set(row, known);
				return known;
			},
			is: name => {
				places ??= threadPlaces(run.pullRequest?.reviewThreads ?? []);
				return isInState(name, row, state, places.get(finding.source.commentId));
			},
			reviewers: [row.reviewer, finding.author?.login ?? ''],
			severity: finding.severity,
			paths: [...new Set([path, finding.path])].filter(each => each !== null),
		};
	};
}

type ThreadPlace = {thread: ReviewThread; comment: ReviewComment};

const threadPlaces = (threads: readonly ReviewThread[]): Map<string, ThreadPlace> =>
	new Map(threads.flatMap(thread => thread.comments.map(comment => [comment.id, {thread, comment}] as const)));

function isInState(
	name: FindingState,
	{id, entry}: FindingRow,
	{index, history}: Pick<ReviewState, 'index' | 'history'>,
	at: ThreadPlace | undefined,
): boolean {
	const rulings = index.judged.get(id)?.rulings ?? [];
	switch (name) {
		case 'open':
			return entry.verdict !== null && isOpen(entry.verdict.outcome);
		case 'decided':
			return rulings.some(({proposal}) => idsOf(proposal).some(change => history.now.has(change)));
		case 'model':
			return isByModel(rulings);
		case 'resolved':
			return at?.thread.isResolved ?? false;
		case 'outdated':
			return at?.thread.isOutdated ?? false;
		case 'hidden':
			return at?.comment.isMinimized ?? false;
		case 'reply':
			return (at?.comment.replyTo ?? null) !== null;
		default:
			return wordOf(entry.verdict) === name;
	}
}

/** All that the screen shows of a finding, its folded parts included. */
function textOfRow({title, reviewer, place, entry: {finding, path, verdict}}: FindingRow): SearchText {
	const sections = new Set(finding.blocks.flatMap(block => block.sections));
	return searchTextOf([
		title,
		reviewer,
		finding.author?.login ?? '',
		finding.severity ?? '',
		finding.category ?? '',
		`${path ?? beside}:${place}`,
		wordOf(verdict),
		verdict?.reason ?? '',
		...[...sections].map(({summary}) => summary),
		...finding.blocks.map(block => {
			if (block.kind === 'prose') return block.text;
			return block.kind === 'fence' ? block.lines.join('\n') : '';
		}),
		...finding.changes.flatMap(({from, replacement}) => (from === 'model' ? replacement : [])),
		finding.explanation ?? '',
	]);
}
