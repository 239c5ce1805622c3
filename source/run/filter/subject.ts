import type {Ruling} from '../../resolve/decide.ts';
import {isThreadReply} from '../../review/conversations.ts';
import type {Finding} from '../../review/finding.ts';
import {ownBlocks} from '../../review/whole-comment.ts';
import {safeWords} from '../../text/safe.ts';
import {leftOf} from '../report/outcome.ts';
import {type Listed, linesOf, notOnFile, participantsOf, reviewerOf, wordOf} from './listed.ts';
import {type FilterSubject, type SearchText, searchTextOf} from './match.ts';
import type {FilterTerm, FindingState} from './query.ts';

/** What depends on who looks at the findings. */
type Looked = {rulings: readonly Ruling[]; isSeen: () => boolean; isDecided: () => boolean; text: () => SearchText};

/** What a filter looks at in a finding of a list. */
export const subjectOf = (listed: Listed, looked: Looked): FilterSubject => ({
	text: looked.text,
	is: name => isInState(name, listed, looked),
	participants: () => [...participantsOf(listed), listed.finding.author?.login ?? ''],
	severity: listed.finding.severity,
	paths: () => [...new Set([listed.path, listed.finding.path])].filter(each => each !== null),
});

/** Whether a condition asks for a state of findings; whether they were seen is none of them. */
export const asksForState = (term: FilterTerm) => term.kind === 'is' && !term.isNot && !term.states.includes('unseen');

export const asksForNothing = ({verdict}: Pick<Listed, 'verdict'>): boolean => verdict?.outcome === 'not-actionable';

function isInState(name: FindingState, {finding, verdict, others}: Listed, looked: Looked): boolean {
	const {thread, source} = finding;
	switch (name) {
		case 'open':
			return verdict !== null && leftOf(verdict) !== null;
		case 'unseen':
			return !looked.isSeen();
		case 'decided':
			return looked.isDecided();
		case 'model':
			return isByModel(looked.rulings);
		case 'resolved':
			return thread?.isResolved ?? false;
		case 'outdated':
			return thread?.isOutdated ?? false;
		case 'hidden':
			return thread?.comments.find(({id}) => id === source.commentId)?.isMinimized ?? false;
		case 'reply':
			return isThreadReply(finding) || others.some(isThreadReply);
		default:
			return wordOf(verdict) === name;
	}
}

/** Whether a model made any of the applied changes. */
export const isByModel = (rulings: readonly Ruling[]) =>
	rulings.some(
		({outcome, proposal}) => (outcome === 'apply' || outcome === 'applied') && proposal.change.model !== undefined,
	);

/** All that a screen shows of a finding and its thread, folded parts included. */
export function searchTextOfFinding({finding, path, verdict, others}: Listed): SearchText {
	return searchTextOf([
		safeWords(finding.title),
		reviewerOf(finding),
		finding.severity ?? '',
		finding.category ?? '',
		`${path ?? notOnFile}:${linesOf(finding.lines)}`,
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
