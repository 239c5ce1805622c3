import {type MadeCommits, stepsOnHost} from '../../../delivery/on-host/host-record.ts';
import {filesAtHead} from '../../../delivery/on-host/with-host-site.ts';
import {stepOf, type ThreadStep} from '../../../delivery/steps/table.ts';
import {Failure} from '../../../failure.ts';
import {formatText} from '../../../resolve/text.ts';
import type {PullRequest, ReviewComment} from '../../../review/comment.ts';
import {hashOf, runFileOf} from '../../../worktree/images.ts';
import {openJournal} from '../../../worktree/journal.ts';
import {withObjects} from '../../../worktree/objects.ts';
import {gitOf} from '../../../worktree/repository.ts';
import {partsOfRunId} from '../../../worktree/run-id.ts';
import {stateRecordsOf} from '../../../worktree/state-folder.ts';
import {keepingRecord, underLock} from '../../../worktree/transaction.ts';
import type {FileEdit} from '../../../worktree/write.ts';
import type {Context} from '../../context.ts';
import {recordTargetOf} from '../../records/journal.ts';
import type {RunsHome} from '../../records/recorded-runs.ts';
import {planRestorations} from '../restoration.ts';
import type {PublishedSite} from './open-published.ts';
import type {PublishedRun} from './published-runs.ts';
import {
	isAsBefore,
	type RebuiltEdit,
	type RebuiltFile,
	type RebuiltFiles,
	rebuildEdits,
	rebuildFiles,
} from './rebuild-edits.ts';

/** A run of which there is no record here, with its files as its commits have them. */
export type RebuiltRun = {run: PublishedRun; files: readonly RebuiltFile[]};

/**
 * A run that someone has reverted by hand as a whole has no files.
 * @throws {Failure} `cannot-revert` if its commits have more than edits of lines; of the host
 */
export async function rebuildRun(run: PublishedRun, site: PublishedSite, context: Context): Promise<RebuiltRun> {
	const rebuilt = await readFilesOf(run, site, context);
	if (rebuilt.kind === 'files') return {run, files: rebuilt.files};
	const {repository} = site;
	if (await isAsBefore(run, gitOf(repository, {...context, offline: true}), repository.head)) return {run, files: []};
	throw new Failure(
		'needsPerson',
		'cannot-revert',
		`Run ${run.id} cannot be undone without its record: ${rebuilt.path}: ${rebuilt.reason}. Nothing was changed.`,
		`Revert it in a clone: ${revertCommand(run)}`,
	);
}

/** The files that commits have changed. @throws {Failure} of the host */
export async function readFilesOf(
	run: Pick<PublishedRun, 'commits'>,
	site: PublishedSite,
	context: Context,
): Promise<RebuiltFiles> {
	await site.fetchFiles(run);
	return withObjects(gitOf(site.repository, {...context, offline: true}), objects => rebuildFiles(run, objects));
}

/** What reverts the commits of a run in a clone. */
export const revertCommand = ({commits}: Pick<PublishedRun, 'commits'>) =>
	`git revert ${commits
		.toReversed()
		.map(({oid}) => oid)
		.join(' ')}`;

/** What the head has of a run: `part` if some of it was edited since. */
export async function standingOnHead(
	{run, files}: RebuiltRun,
	site: PublishedSite,
	context: Context,
): Promise<'whole' | 'part' | 'nothing'> {
	const edits = files.map(editOf);
	const images = new Map(edits.flatMap(({before, after}) => [before, after]).map(bytes => [hashOf(bytes), bytes]));
	const journal = {image: async (_: string, hash: string) => images.get(hash) ?? Buffer.alloc(0)};
	const now = filesAtHead(site.repository, context);
	const plans = [
		...(await planRestorations({id: run.id, files: edits.map(runFileOf), refused: []}, {journal, now})).values(),
	];
	if (plans.some(({isWhole}) => !isWhole)) return 'part';
	return plans.some(({edit}) => edit !== null) ? 'whole' : 'nothing';
}

export const nothingRecorded = 'Nothing was changed.';

export const editOf = ({path, before, after}: RebuiltFile): FileEdit => ({
	path,
	before: Buffer.from(formatText(before)),
	after: Buffer.from(formatText(after)),
});

/**
 * Records a run as if it had been made here, without a checkout: undoing it is then the same as for any other. A run that is
 * recorded here by now stays as it is.
 * @throws {Failure} `locked`, `journal-unwritable`; of the host
 */
export async function recordRebuilt(
	{run, files}: RebuiltRun,
	site: PublishedSite,
	context: Context,
): Promise<Extract<RunsHome, {kind: 'host'}>> {
	const {target, standing, name} = site;
	const {folder: records, pullRequest: home} = stateRecordsOf(target, context.env);
	const pullRequest = await site.readPullRequest();
	const edits = rebuildEdits(run, files, pullRequest);
	const {viewer} = standing;
	const findings = new Set(edits.flatMap(({edit}) => edit.findings)).size;
	const changes = edits.flatMap(({edit}) => edit.changes);
	const recording = recordTargetOf({records}, context);
	await underLock(recording, async ({owner}, journal) => {
		if ((await journal.list()).some(({id}) => id === run.id)) return;
		await keepingRecord(records, nothingRecorded, () =>
			journal.begin({
				...partsOfRunId(run.id),
				owner,
				pullRequest: name,
				titles: run.commits.map(({subject}) => subject),
				details: {changes, findings, number: target.number, closing: null},
				edits: edits.map(({edit}) => edit),
				publication: [
					...stepsOnHost(run.id, branchOf(site)).made(madeCommits(run, edits)),
					...resolvesIn(run, pullRequest, viewer),
				],
				files: files.map(editOf),
				isComplete: true,
			}),
		);
	});
	return {kind: 'host', journal: openJournal(records, context), records, pullRequest: home};
}

/** Where the commits of a pull request are. */
export const branchOf = ({standing: {head}}: PublishedSite) => ({
	repository: head.repository,
	branch: head.branch,
});

function madeCommits(run: PublishedRun, edits: readonly RebuiltEdit[]): MadeCommits {
	const [first, ...others] = run.commits.map(({oid, parents: [parent = ''], subject, isSigned}) => ({
		oid,
		parent,
		headline: subject,
		changes: [...new Set(edits.filter(({commits}) => commits.includes(oid)).flatMap(({edit}) => edit.changes))],
		signed: isSigned,
	}));
	if (!first) throw new Error(`run ${run.id} has no commits`);
	return [first, ...others];
}

/** Threads that are resolved and of which this program said that nothing is left to do: it has resolved them. */
function resolvesIn(run: PublishedRun, pullRequest: PullRequest, viewer: string): ThreadStep[] {
	const made = Math.max(...run.commits.map(({time}) => time));
	const times = new Map(
		pullRequest.reviewThreads.flatMap(({comments}) => comments.map(one => [one.id, createdAt(one)])),
	);
	return run.words.flatMap(({findings, inThread}) => {
		if (!inThread?.isClosing || !inThread.thread.isResolved) return [];
		const {thread, comment} = inThread;
		// What came after our word is new: a thread without a reply heard it after the commit.
		const last = comment
			? thread.comments.indexOf(comment)
			: thread.comments.findLastIndex(({id}) => (times.get(id) ?? 0) <= made);
		const then = {...thread, comments: thread.comments.slice(0, Math.max(last, 0) + 1)};
		const heard = {now: then, plan: {read: new Map<string, string>(), findings}};
		const told = comment ? 'reply' : 'summary';
		return [{...stepOf({kind: 'resolve', thread: thread.id}, {...heard, told}, viewer), state: 'done' as const}];
	});
}

const createdAt = ({createdAt: at}: ReviewComment) => Date.parse(at ?? '') || 0;
