import type {Location} from '../../code-host/location.ts';
import type {Connection} from '../../code-host/port.ts';
import {Failure} from '../../failure.ts';
import type {Plan} from '../../resolve/decide.ts';
import {changeIdOf, type Decision, decidedId} from '../../resolve/decision.ts';
import type {Policy} from '../../resolve/policy.ts';
import type {Proposal} from '../../resolve/proposal.ts';
import {type Accounts, type Answer, type Answers, accountsToLookUp, readAnswers} from '../../review/answers.ts';
import type {PullRequest} from '../../review/comment.ts';
import type {Finding} from '../../review/finding.ts';
import {type EarlierWord, lastWords, type RememberedIds, summaryAuthors, wordsOn} from '../../review/remembered.ts';
import {inParallel} from '../../system/in-parallel.ts';
import {count, someNames} from '../../text/sentences.ts';
import {openJournal} from '../../worktree/journal.ts';
import type {Repository} from '../../worktree/repository.ts';
import type {Run} from '../../worktree/run-record.ts';
import {connectTo, locationOf, targetOfPullRequest} from '../code-host.ts';
import type {Context} from '../context.ts';
import {openKept} from '../records/kept-file.ts';
import type {RunWarning} from '../warning.ts';
import {wordsForm, wordsInRuns} from './kept-words.ts';
import {type Mark, openMarks, validMarks, wordsOfMarks} from './marks.ts';

/** The answers to the findings of a run. */
export type AnswersRead = Answers & {
	/** By the id of a change, the comments below it that a person knew who took it in an earlier run here. */
	taken: ReadonlyMap<string, ReadonlySet<string>>;
	/**
	 * What was decided before: in earlier runs, as the pull request has it and what is known only here, what marks say, and
	 * what the team has declined for good.
	 */
	words: Readonly<Record<'onHost' | 'here' | 'marked' | 'forGood', readonly EarlierWord[]>>;
	/** The marks of the findings that are as they were. */
	marks: readonly Mark[];
};

/** Where nobody has said anything. */
export const noAnswers: AnswersRead = {
	to: () => [],
	heard: () => [],
	taken: new Map(),
	words: {onHost: [], here: [], marked: [], forGood: []},
	marks: [],
};

/** Whether a person has answered a finding in any of its threads. */
export const answeredIn =
	({to}: Pick<AnswersRead, 'to'>) =>
	(finding: Finding): boolean =>
		to(finding).length > 0;

/** The last word on each change and finding, wherever it is known. */
export const lastWordsOf = ({words}: Pick<AnswersRead, 'words'>): RememberedIds =>
	lastWords(Object.values(words).flat());

/** Accounts that are looked up at the same time. */
const lookUpsAtOnce = 4;

/**
 * Reads who has answered findings, and what earlier runs of this clone have taken all the same.
 * @param findings those with something to write
 * @param all those that marks can be on
 * @throws {Failure} of the host; the signal's reason
 */
export async function readAnswersTo(
	findings: readonly Finding[],
	all: readonly Finding[],
	pullRequest: PullRequest,
	repository: Repository,
	context: Context,
): Promise<{answers: AnswersRead; warnings: RunWarning[]}> {
	const accounts = await accountsOf(findings, pullRequest, repository, context);
	const runs = await readableRuns(repository, context);
	const {marks, ...words} = await decidedHere({findings: all, pullRequest, repository, runs}, context);
	const isKnown = isAnyRoleKnown(pullRequest);
	const answers: AnswersRead = {
		...readAnswers(pullRequest, accounts),
		taken: takenBy(runs),
		words: {onHost: isKnown ? wordsOn(pullRequest, accounts) : [], forGood: [], ...words},
		marks,
	};
	if (isKnown) return {answers, warnings: []};
	const answered = new Set(findings.filter(finding => answers.to(finding).length > 0).map(({thread}) => thread));
	const warnings = answered.size === 0 ? [] : [rolesUnknown(answered.size)];
	return {answers: {...answers, to: () => []}, warnings};
}

type DecidedOn = {findings: readonly Finding[]; pullRequest: PullRequest; repository: Repository};

/** What was decided and marked in this folder, by the runs there and by what is kept beside them. */
async function decidedHere(
	{findings, pullRequest, repository: {records}, runs}: DecidedOn & {runs: readonly Run[]},
	context: Context,
): Promise<Pick<AnswersRead, 'marks'> & Pick<AnswersRead['words'], 'here' | 'marked'>> {
	const kept = await openKept(wordsForm, records, pullRequest, context).read();
	const marks = validMarks(findings, await openMarks(records, pullRequest, context).read());
	return {here: [...wordsInRuns(runs), ...(kept?.words ?? [])], marked: wordsOfMarks(marks), marks};
}

/** With what was decided and marked in this folder by now. */
export async function readDecidedAgain(
	{answers, ...on}: DecidedOn & {answers: AnswersRead},
	context: Context,
): Promise<AnswersRead> {
	const runs = await readableRuns(on.repository, context);
	const {marks, ...words} = await decidedHere({...on, runs}, context);
	return {...answers, words: {...answers.words, ...words}, marks};
}

/** None if their folder cannot be read: a command that only reads goes on, and one that writes stops at it. */
async function readableRuns({records}: Repository, context: Context): Promise<Run[]> {
	try {
		return await openJournal(records, context).listReadable();
	} catch (error) {
		if (error instanceof Failure && error.code === 'journal-unreadable') return [];
		throw error;
	}
}

async function accountsOf(
	findings: readonly Finding[],
	pullRequest: PullRequest,
	repository: Repository,
	context: Context,
): Promise<Accounts> {
	const {viewer = null} = pullRequest;
	const target = targetOfPullRequest(pullRequest);
	if (target === null) return {viewer: null, mayWrite: null};
	const logins = [
		...new Set([...accountsToLookUp(pullRequest, findings, viewer), ...summaryAuthors(pullRequest, viewer)]),
	];
	if (logins.length === 0) return {viewer, mayWrite: new Map()};
	const connection = await connectTo(target, repository, context, () => {});
	return {viewer, mayWrite: await whoMayWrite(logins, connection, locationOf(target))};
}

/** By login, whether these accounts may write to a repository; null where that cannot be found out. */
export async function whoMayWrite(
	logins: readonly string[],
	connection: Connection,
	location: Location,
): Promise<Map<string, boolean | null>> {
	const lookUp = async (login: string) => [login, await connection.mayWrite(location, login)] as const;
	return new Map(await inParallel(logins, lookUpsAtOnce, lookUp));
}

/** Plain lists of comments that other tools made may lack who their authors are. */
const isAnyRoleKnown = ({reviewThreads, reviews, comments}: PullRequest) =>
	[...reviewThreads.flatMap(thread => thread.comments), ...reviews, ...comments].some(
		({authorAssociation}) => authorAssociation !== null,
	);

const rolesUnknown = (threads: number): RunWarning => ({
	kind: 'roles-unknown',
	commentId: null,
	text: `the recording does not show who has a role, so the answers in ${count(threads, 'thread')} hold nothing back`,
});

function takenBy(runs: readonly Run[]): Map<string, Set<string>> {
	const taken = new Map<string, Set<string>>();
	for (const run of runs.filter(({state}) => state !== 'undone')) {
		for (const {changes, heard = []} of run.edits) {
			const known = heard.flatMap(({comments}) => comments);
			for (const change of changes) taken.set(change, new Set([...(taken.get(change) ?? []), ...known]));
		}
	}
	return taken;
}

/** The answers to a change that no person has dealt with yet. */
function openAnswersTo({change, aliases, findings}: Proposal, {to, taken}: AnswersRead): Answer[] {
	const known = new Set([change.id, ...aliases].flatMap(id => [...(taken.get(id) ?? [])]));
	return findings.flatMap(to).filter(({key}) => !known.has(key));
}

/** Whether answers hold a finding back, or no longer do because a person has taken it; null: nobody has answered. */
export type Hold = 'held' | 'released' | null;

/** @param decisions those of the run */
export function holdsOf(
	{to, taken}: AnswersRead,
	{overObjections = false}: Policy,
	decisions: readonly Decision[],
): (finding: Finding) => Hold {
	const decided = new Set(decisions.flatMap(decision => [decidedId(decision), changeIdOf(decision)]));
	return finding => {
		const ids = finding.changes.map(({id}) => id);
		const found = to(finding);
		if (found.length === 0) return null;
		const known = new Set(ids.flatMap(id => [...(taken.get(id) ?? [])]));
		const isTaken = overObjections || [finding.id, ...ids].some(id => decided.has(id));
		return isTaken || found.every(({key}) => known.has(key)) ? 'released' : 'held';
	};
}

/** Why changes are held back, by their ids. */
export function objectionsTo(proposals: readonly Proposal[], answers: AnswersRead): Map<string, string> {
	return new Map(
		proposals.flatMap(proposal => {
			const last = openAnswersTo(proposal, answers).at(-1);
			return last ? [[proposal.change.id, isHeldBy(last)] as const] : [];
		}),
	);
}

/** A warning that a plan writes what people have answered, although nobody has decided it; none if it does not. */
export function warnOfObjections({rulings}: Plan, decisions: readonly Decision[], answers: AnswersRead): RunWarning[] {
	const decided = new Set(decisions.map(changeIdOf));
	const isDecided = ({change, aliases}: Proposal) => [change.id, ...aliases].some(id => decided.has(id));
	const over = rulings.flatMap(({outcome, proposal}) => {
		const answer = outcome === 'apply' && !isDecided(proposal) ? openAnswersTo(proposal, answers).at(-1) : undefined;
		return answer ? [`${proposal.path} (${nameOf(answer)})`] : [];
	});
	return overObjections('applies', over);
}

/**
 * A warning about changes that people have answered; none if there are none.
 * @param verb `applies` for those of the plan, otherwise for those of earlier runs
 * @param over as the warning names them
 */
export function overObjections(verb: 'applies' | 'commits' | 'pushes', over: readonly string[]): RunWarning[] {
	if (over.length === 0) return [];
	const whose = verb === 'applies' ? '' : ' of earlier runs';
	const text = `--over-objections ${verb} ${count(over.length, 'change')}${whose} that people have answered: ${someNames(over, shownObjections)}`;
	return [{kind: 'over-objections', commentId: null, text}];
}

/** What a plan leaves to a person because people have answered it: `src/cart.ts 12 (carol has answered)`. */
export function heldByAnswers({rulings}: Plan, answers: AnswersRead): string[] {
	return rulings.flatMap(({outcome, proposal}) => {
		const answer =
			outcome === 'needs-person' || outcome === 'conflict' ? openAnswersTo(proposal, answers).at(-1) : null;
		const line = 'start' in proposal.placement ? ` ${proposal.placement.start}` : '';
		return answer ? [`${proposal.path}${line} (${isHeldBy(answer)})`] : [];
	});
}

/** How many of them a warning names. */
const shownObjections = 8;

/** Why a change is not written. */
export const isHeldBy = (answer: Answer) => `${nameOf(answer)} has answered`;

export const nameOf = ({by}: Answer) => by ?? 'a deleted account';
