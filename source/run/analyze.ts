import type {Decision} from '../resolve/decision.ts';
import type {Proposal} from '../resolve/proposal.ts';
import type {PullRequest} from '../review/comment.ts';
import {type Change, type Finding, hasCode} from '../review/finding.ts';
import type {ThreadRules} from '../review/judge.ts';
import {readComments, readPullRequest} from '../review/read.ts';
import {keepNewSpaceSmall} from '../system/heap.ts';
import type {Repository, Worktree} from '../worktree/repository.ts';
import {askAbout} from './asking/ask-about.ts';
import {isForModel as needsModel, withAnswers} from './asking/askable.ts';
import type {Asker, ModelRun} from './asking/asker.ts';
import type {WaitForCircuit} from './asking/circuit-wait.ts';
import {filesForQuestions} from './asking/subjects.ts';
import {codeHostOf} from './code-host.ts';
import type {Context} from './context.ts';
import {type AnswersRead, answeredIn, lastWordsOf, readAnswersTo} from './decisions/answers.ts';
import {filesForDecisions, undecided} from './decisions/apply-decisions.ts';
import {readDecisions} from './decisions/decisions-file.ts';
import {decideWithEarlier, isAtRest, type Recalled, type Reconsider, unfitReconsider} from './decisions/earlier.ts';
import {proveHere, withFixes} from './decisions/fixed-here.ts';
import {markedFixed} from './decisions/proven-fix.ts';
import type {RunEvent} from './events.ts';
import {filesBeside} from './files/code-beside.ts';
import type {ReadToday} from './files/files-today.ts';
import {readFiles} from './files/read-files.ts';
import type {FileRequest, Snapshot} from './files/snapshot.ts';
import {inSteps} from './generators.ts';
import {matchIgnored} from './memory/match-memory.ts';
import {readMemory} from './memory/read-memory.ts';
import {type MemoryReceipt, memoryWarnings} from './memory/receipt.ts';
import {type Filters, filterFindings, unfitNames} from './plan/filters.ts';
import {drawUpEach, filesForChanges, openStructures, proposeEach, type Structured} from './plan/propose.ts';
import {loadPullRequest, type PullRequestSource} from './pull-request/load.ts';
import {compareTree, findForeignCommits, type TreeNeed} from './pull-request/right-tree.ts';
import {compareRepository} from './pull-request/same-repository.ts';
import {readVerdict, refuseOtherHead} from './report/verdict.ts';
import type {RunWarning} from './warning.ts';

type ReadRequest = {
	source: PullRequestSource;
	rules: ThreadRules;
	filters: Filters;
	/** Authors trusted without a role. A name without comments may be a typo and causes a warning. */
	trustAuthors: readonly string[];
	/** Whether a working tree is used that is not the pull request's. Absent: no. */
	anyway?: boolean;
};

export type AnalyzeRequest = ReadRequest & {
	/** Path of a decisions file; null for none. */
	decisionsFile: string | null;
	/** Earlier declines and reversals that no longer hold; null or undefined for none. */
	reconsider?: Reconsider | null;
	/** Path of the verdict of another run; null or undefined for none. */
	verdictFile?: string | null;
	/** Null if no model is used. */
	model: ModelRun | null;
	/** Whether single findings are looked at, with the code beside each. Absent: no. */
	isShown?: boolean;
};

/** The input of every plan: the findings and the files that they are about. */
export type AnalysisInput<Place extends Repository = Worktree> = {
	repository: Place;
	pullRequest: PullRequest;
	findings: Finding[];
	snapshot: Snapshot;
	/** Reads the same files again. */
	readToday: ReadToday;
	/** What people say below the findings. */
	answers: AnswersRead;
};

/** Everything that a plan needs; nothing is written yet. */
export type Analysis<Place extends Repository = Worktree> = AnalysisInput<Place> &
	Structured & {
		proposals: Proposal[];
		/** With those of earlier runs that hold. */
		decisions: Decision[];
		/** What they make of earlier ones; absent if there are none. */
		recalled?: Recalled;
		/** Ids of the findings whose changes are to be written; null or undefined: all. */
		only?: ReadonlySet<string> | null;
		/** Ids of the changes that another run has verified; null or undefined: all. */
		verified?: ReadonlySet<string> | null;
	};

/** What a request reads before a model is asked. */
export type AnalysisRead<Place extends Repository = Worktree> = {
	ground: AnalysisInput<Place>;
	decisions: Decision[];
} & Required<Pick<Analysis, 'verified'>>;

/**
 * Reads the pull request and places its changes in today's files.
 * @throws {Failure} of the host, the working tree, or the files passed
 */
export async function* analyze<Place extends Repository>(
	request: AnalyzeRequest,
	repository: Place,
	context: Context,
): AsyncGenerator<RunEvent, Analysis<Place>> {
	return yield* analyzeGround(yield* readForAnalysis(request, repository, context), request, context);
}

/** The first half of that. @param need as for `compareTree` @throws {Failure} */
export async function* readForAnalysis<Place extends Repository>(
	request: AnalyzeRequest,
	repository: Place,
	context: Context,
	need: TreeNeed = 'nothing',
): AsyncGenerator<RunEvent, AnalysisRead<Place>> {
	const {decisionsFile, verdictFile, model, isShown = false} = request;
	const verdict = verdictFile ? await readVerdict(verdictFile, context.cwd) : null;
	const decisions = decisionsFile === null ? [] : await readDecisions(decisionsFile, context.cwd);
	const further = filesForDecisions(decisions);
	const how = {isForModel: model !== null, isShown, repository, further, need};
	const ground = yield* readGround(request, how, context);
	if (verdict) refuseOtherHead(verdict, ground.pullRequest.headRefOid);
	return {ground, decisions, verified: verdict && new Set(verdict.passed)};
}

const unattended = {asker: null, waitForCircuit: null};

/**
 * The second half: asks a model, and places the changes.
 * @param asker if it is already open; `waitForCircuit`: as for its `ask`. Default: nobody is asked @throws {Failure}
 */
export async function* analyzeGround<Place extends Repository>(
	{ground, decisions: given, verified}: AnalysisRead<Place>,
	{model, reconsider = null}: Pick<AnalyzeRequest, 'model' | 'reconsider'>,
	context: Context,
	{asker, waitForCircuit}: {asker: Asker | null; waitForCircuit: WaitForCircuit | null} = unattended,
): AsyncGenerator<RunEvent, Analysis<Place>> {
	const words = lastWordsOf(ground.answers);
	const open = undecided(ground.findings, given).filter(finding => !isAtRest(finding, words, reconsider));
	const asked = model ? yield* askAbout(open, ground, model, context, asker, waitForCircuit) : [];
	const drawn = withAnswers(ground.findings, asked);
	const {findings, decisions, recalled, warnings} = decideWithEarlier(drawn, given, words, reconsider);
	for (const warning of [...warnings, ...unfitReconsider(reconsider, drawn, words)]) yield {type: 'warning', warning};
	const placed = await place({...ground, findings, decisions}, undefined, context.signal);
	const analysis = {...placed, recalled, verified};
	for (const warning of await findForeignCommits(analysis, context)) {
		yield {type: 'warning', warning};
	}
	yield {type: 'proposals', findings, proposals: analysis.proposals};
	return analysis;
}

/**
 * Reads the pull request, and the files of its findings.
 * @param isForModel whether to read what questions to a model need too
 * @param isShown whether people look at single findings: reports them page by page and reads the code beside each
 * @param further files to read that no finding may be on
 * @param need as for `compareTree`
 * @throws {Failure} of the host or the working tree
 */
export async function* readGround<Place extends Repository>(
	{source, rules, filters, trustAuthors, anyway = false}: ReadRequest,
	{
		isForModel,
		isShown,
		repository,
		further = [],
		need = 'nothing',
	}: {
		isForModel: boolean;
		isShown: boolean;
		repository: Place;
		further?: readonly FileRequest[];
		need?: TreeNeed;
	},
	context: Context,
): AsyncGenerator<RunEvent, AnalysisInput<Place>> {
	keepNewSpaceSmall();
	const find = (part: PullRequest) => filterFindings(readPullRequest(part, rules).findings, filters);
	const pullRequest = yield* loadPullRequest(source, repository, context, isShown ? find : null);
	for (const warning of [
		...warnIfClosed(pullRequest),
		...compareRepository(pullRequest, repository, codeHostOf(context), anyway),
		...(await compareTree(pullRequest, repository, anyway ? 'nothing' : need, context)),
	]) {
		yield {type: 'warning', warning};
	}
	yield {type: 'pull-request', pullRequest};

	const read = 'comments' in source ? source.comments : await inSteps(readComments(pullRequest, rules), context.signal);
	const {findings: all, warnings, reviewers, notInApi} = read;
	for (const warning of [...warnings, ...unfitNames(all, filters, trustAuthors)]) yield {type: 'warning', warning};
	const findings = filterFindings(all, filters);
	yield {type: 'findings', findings, reviewers, notInApi};

	const wanted = [
		...filesForChanges(findings),
		...(isForModel ? filesForQuestions(findings) : []),
		...(isShown ? filesBeside(findings) : []),
		...further,
	];
	const files = yield* readFiles(wanted, pullRequest, repository, context);
	const drawn = await inSteps(drawUpEach(findings, files.snapshot), context.signal);
	const writable = drawn.filter(finding => hasCode(finding) || (isForModel && needsModel(finding)));
	const {answers, warnings: aboutAnswers} = await readAnswersTo(writable, drawn, pullRequest, repository, context);
	for (const warning of aboutAnswers) yield {type: 'warning', warning};
	const memory = await readMemory(pullRequest, all, answers, repository, context);
	if (memory) yield* tellMemory(memory.receipt);
	const ignored = matchIgnored(all, filters.ignore ?? [], answeredIn(answers));
	for (const warning of ignored.warnings) yield {type: 'warning', warning};
	const marked = markedFixed(drawn, answers.marks);
	const proofs = await proveHere(marked, {...files, pullRequest}, context);
	const words = {...answers.words, forGood: [...ignored.words, ...(memory?.words ?? [])]};
	const known = proofs.size === 0 ? drawn : withFixes(drawn, proofs);
	return {...files, pullRequest, findings: known, answers: {...answers, words}};
}

function* tellMemory(memory: MemoryReceipt): Generator<RunEvent> {
	yield {type: 'facts', facts: {memory}};
	for (const text of memoryWarnings(memory)) yield {type: 'warning', warning: {kind: 'memory', commentId: null, text}};
}

/** The state in a recording may be out of date, so it causes no warning. */
function warnIfClosed({source, state}: PullRequest): RunWarning[] {
	const isOver = source.kind === 'host' && (state === 'closed' || state === 'merged');
	if (!isOver) return [];
	return [{kind: 'not-open', commentId: null, text: `the pull request is ${state}`}];
}

/** Places the changes of the findings in today's files, except settled ones. */
export async function place<Place extends Repository>(
	ground: AnalysisInput<Place> & Pick<Analysis, 'decisions'>,
	isSettled: ((change: Change) => boolean) | undefined,
	signal: AbortSignal | null,
): Promise<Analysis<Place>> {
	const proposals = await inSteps(proposeEach(ground.findings, ground.snapshot, isSettled), signal);
	return {...ground, proposals, ...(await openStructures(proposals, ground.snapshot))};
}
