import {isPlaced} from '../../resolve/proposal.ts';
import {wordsBelow} from '../../review/answers.ts';
import {parseReply} from '../../review/closing/marker.ts';
import type {PullRequest} from '../../review/comment.ts';
import {conversationsOf} from '../../review/conversations.ts';
import type {LineRange} from '../../review/finding.ts';
import {reviewerName} from '../../review/reviewer.ts';
import type {Analysis} from '../../run/analyze.ts';
import {besideFinding} from '../../run/files/code-beside.ts';
import {type Listed, linesOf, listedOf, reviewerOf, wordOf} from '../../run/filter/listed.ts';
import {type JudgedFinding, judgeFindings, type Outcome, type Verdict} from '../../run/report/outcome.ts';
import type {RunState} from '../../run/state.ts';
import {someNames} from '../../text/sentences.ts';
import type {Repository} from '../../worktree/repository.ts';
import {oneLine, oneName} from './one-line.ts';
import {shortIdOf} from './short-ids.ts';

/** What an agent looks at: what a run knows, and the analysis that its plan is of. */
export type AgentView = {state: RunState; analysis: Pick<Analysis<Repository>, 'snapshot' | 'answers' | 'decisions'>};

/** A finding with what became of it and its place today. */
export type ViewedFinding = Listed & Pick<JudgedFinding, 'rulings'> & {place: TodaysPlace};

/** `isThen`: nothing tells where the lines are today, so they are those of the comment. */
type TodaysPlace = {path: string | null; lines: LineRange | null; isThen: boolean};

/** Every finding, in the order of files and lines; those on no file last. */
export function viewFindings({state, analysis}: AgentView): ViewedFinding[] {
	const conversations = new Map(conversationsOf(state.findings).map(one => [one.finding.id, one]));
	const all = judgeFindings(state).map((judged): ViewedFinding => {
		const {finding, rulings} = judged;
		const listed = listedOf(conversations.get(finding.id) ?? {finding, others: []}, judged);
		return {...listed, rulings, place: placeToday(listed, rulings, analysis)};
	});
	return all.sort(
		({place: a}, {place: b}) =>
			Number(a.path === null) - Number(b.path === null) ||
			compare(a.path ?? '', b.path ?? '') ||
			(a.lines?.start ?? 0) - (b.lines?.start ?? 0),
	);
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function placeToday(
	{finding, path}: Listed,
	rulings: ViewedFinding['rulings'],
	{snapshot}: AgentView['analysis'],
): TodaysPlace {
	const placed = rulings.map(({proposal}) => proposal).find(isPlaced);
	if (placed) return {path: placed.path, lines: rangeAt(placed.placement), isThen: false};
	const beside = besideFinding(finding, snapshot);
	if (beside && 'start' in beside.where) return {path: beside.path, lines: rangeAt(beside.where), isThen: false};
	return {path: beside?.path ?? path, lines: finding.lines, isThen: finding.lines !== null};
}

/** Lines that are gone or inserted have their end before their start. */
const rangeAt = ({start, end}: LineRange): LineRange => ({start, end: Math.max(start, end)});

/** `src/cart.ts:12-14`; without the path if it is told above. */
export function placeWords({path, lines, isThen}: TodaysPlace, isPathTold: boolean): string {
	const told = isPathTold || path === null ? '' : oneName(path);
	if (lines === null) return told || '-';
	return `${told}${told && ':'}${linesOf(lines)}${isThen ? ' (then)' : ''}`;
}

/** @property usual the reason of an outcome that is told above */
type RowRequest = {isPathTold?: boolean; usual?: UsualReasons; reasonLength: number};

export type UsualReasons = ReadonlyMap<Outcome, string>;

const noReasons: UsualReasons = new Map();

/** `f5e78d 12-14 major coderabbit conflict (equal rank): Rename it [2 answers by carol]` */
export function rowOf(
	viewed: ViewedFinding,
	{state, analysis}: AgentView,
	{isPathTold = false, usual = noReasons, reasonLength}: RowRequest,
): string {
	const {finding, verdict, place} = viewed;
	const reason = verdict && usual.get(verdict.outcome) !== verdict.reason ? reasonIn(verdict, reasonLength) : '';
	const mark = analysis.answers.marks.find(each => each.finding === finding.id);
	return [
		shortIdOf(state.findings, finding.id),
		placeWords(place, isPathTold),
		...(finding.severity ? [finding.severity] : []),
		oneName(reviewerOf(finding), 40),
		`${wordOf(verdict)}${reason && ` (${reason})`}:`,
		oneLine(finding.title),
		...answersIn(viewed),
		...(mark ? [`[marked ${mark.as}]`] : []),
	].join(' ');
}

/** What an entry says of its reason is framed below. */
const reasonIn = ({reason, memory}: Verdict, length: number): string =>
	memory && !memory.isOwn ? `for good, entry ${memory.entry}` : oneLine(reason, length);

/** How many comments people wrote below it, and who; ours are none. */
function answersIn({finding: {thread, source}}: ViewedFinding): string[] {
	const below = wordsBelow(thread?.comments ?? [], source.commentId);
	const answers = below.filter(({author, body}) => !author?.isBot && parseReply(body) === null);
	if (answers.length === 0) return [];
	const names = [...new Set(answers.map(({author}) => oneName(reviewerName(author), 40)))];
	const number = answers.length === 1 ? 'answer' : `${answers.length} answers`;
	return [`[${number} by ${someNames(names, 3)}]`];
}

export function pullRequestOf({state}: AgentView): PullRequest {
	if (!state.pullRequest) throw new Error('a view needs a pull request');
	return state.pullRequest;
}
