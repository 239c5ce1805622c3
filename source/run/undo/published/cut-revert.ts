import {stepsOnHost} from '../../../delivery/on-host/host-record.ts';
import {summaryOfRevert, undoStep} from '../../../delivery/revert-run.ts';
import {changesOf} from '../../../worktree/commit/commit-step.ts';
import {partsOfRunId} from '../../../worktree/run-id.ts';
import type {Run} from '../../../worktree/run-record.ts';
import {keepingRecord, underLock} from '../../../worktree/transaction.ts';
import type {Context} from '../../context.ts';
import {recordTargetOf} from '../../records/journal.ts';
import type {RecordedRun, RunsHome} from '../../records/recorded-runs.ts';
import type {PublishedSite} from './open-published.ts';
import type {PublishedRevert, PublishedRun} from './published-runs.ts';
import {
	branchOf,
	editOf,
	nothingRecorded,
	readFilesOf,
	rebuildRun,
	recordRebuilt,
	standingOnHead,
} from './rebuild-run.ts';

/**
 * A run whose revert is on the pull request while replies still say that it was applied: its undo was cut on a machine that is
 * gone, such as a runner. It is recorded with its revert, so that undoing it goes on with the replies. Null if there is none.
 * @throws {Failure} as `rebuildRun` and `recordRebuilt`
 */
export async function findCutRevert(
	runs: readonly PublishedRun[],
	recorded: readonly RecordedRun[],
	site: PublishedSite,
	context: Context,
): Promise<{home: RunsHome; run: Run} | null> {
	for (const run of runs) {
		if (recorded.some(one => one.run.id === run.id) || !isStillSaid(run)) continue;
		const revert = await site.revertOf(run);
		if (revert === null) continue;
		const rebuilt = await rebuildRun(run, site, context);
		if ((await standingOnHead(rebuilt, site, context)) !== 'nothing') continue;
		const home = await recordRebuilt(rebuilt, site, context);
		await recordRevert(await home.journal.read(run.id), revert, {home, site}, context);
		return {home, run: await home.journal.read(run.id)};
	}
	return null;
}

/** Whether a last word is about this run alone: one that names others too may stay true in part. */
const isStillSaid = ({commits, words}: PublishedRun): boolean =>
	words.some(
		word => (word.inThread?.isLast ?? true) && word.commits.every(oid => commits.some(commit => commit.oid === oid)),
	);

async function recordRevert(
	run: Run,
	{run: id, commit}: PublishedRevert,
	{home, site}: {home: Extract<RunsHome, {kind: 'host'}>; site: PublishedSite},
	context: Context,
): Promise<void> {
	const read = await readFilesOf({commits: [commit]}, site, context);
	const own = new Set(run.files.map(({path}) => path));
	const files = read.kind === 'files' ? read.files.filter(({path}) => own.has(path)).map(editOf) : [];
	const summary = await summaryOfRevert(run, {files, number: site.target.number}, home.journal);
	const {oid, parents, subject: headline, isSigned: signed} = commit;
	const made = {oid, parent: parents[0] ?? '', headline, ...changesOf(summary.edits ?? []), signed};
	await underLock(recordTargetOf(home, context), ({owner}, journal) =>
		keepingRecord(home.records, nothingRecorded, async () => {
			await journal.recordStep(run.id, undoStep('intended', run));
			if ((await journal.list()).some(one => one.id === id)) return;
			await journal.begin({
				...{...summary, ...partsOfRunId(id), owner, files, isComplete: true},
				publication: stepsOnHost(id, branchOf(site)).made([made]),
			});
		}),
	);
}
