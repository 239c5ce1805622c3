import {type ExitCode, exitCodeOf} from '../exit-code.ts';
import {Failure} from '../failure.ts';
import {formatText, parseText} from '../resolve/text.ts';
import {undoEdits} from '../resolve/undo-edits.ts';
import {count} from '../text/count.ts';
import {restoreFiles} from '../worktree/apply.ts';
import {undoCommits} from '../worktree/commit/undo-commit.ts';
import {readFile} from '../worktree/file.ts';
import {openGit} from '../worktree/git.ts';
import {type Inspected, inspect} from '../worktree/inspect.ts';
import type {Journal} from '../worktree/journal.ts';
import type {Repository} from '../worktree/repository.ts';
import type {BrokenRun, Run} from '../worktree/run-record.ts';
import type {FileEdit} from '../worktree/write.ts';
import type {Context} from './context.ts';
import {openRuns, targetOf} from './journal.ts';

/** The result for a file of the run. `partly`: later edits were left as they are. */
export type UndoneFile = {path: string; outcome: 'restored' | 'partly' | 'untouched' | 'left'; reason: string};

export type UndoReport = {
	schema: 'pr-resolve/undo@1';
	run: {id: string; pullRequest: string; time: string};
	files: UndoneFile[];
	/** The commits that hold what the run wrote, and whether the branch is without them now; null if it has none. */
	commits: {oids: string[]; outcome: 'undone' | 'left'; reason: string; remedy: string} | null;
	/** The id of the run before it of which something stands; null where there is none. */
	previous: string | null;
	exitCode: ExitCode;
};

/**
 * Undoes a run: the newest that can be undone, or the one named. Lines that were edited since stay.
 * @throws {Failure} usage `nothing-to-undo`, `already-undone`; `unknown-run`, `ambiguous-run`, `broken-run`, `locked`
 */
export async function undo(idOrPrefix: string | null, context: Context): Promise<UndoReport> {
	const {repository, journal} = await openRuns(context);
	const run = idOrPrefix === null ? await newest(journal) : await journal.read(idOrPrefix);
	if (run.state === 'undone') throw alreadyUndone(run);
	// Read before a file changes: a journal that becomes unreadable must not lose the report.
	const all = await journal.list();
	const older = all.slice(all.findIndex(({id}) => id === run.id) + 1).find(hasSomething);
	const {id, pullRequest, time} = run;
	const report = {schema: 'pr-resolve/undo@1', run: {id, pullRequest, time}, previous: older?.id ?? null} as const;
	const commits = await undoCommits(targetOf(repository, context), undoerIn(repository, context), id);
	const oids = commits?.commits.map(({oid}) => oid) ?? [];
	if (commits?.kind === 'left') {
		const {kind: outcome, reason, remedy} = commits;
		const files = run.written.map((path): UndoneFile => ({path, outcome, reason: 'committed'}));
		return {...report, files, commits: {oids, outcome, reason, remedy}, exitCode: exitCodeOf(['needsPerson'])};
	}
	const plans = new Map<string, Restoration>();
	const unwritten = new Set(run.refused.map(({path}) => path));
	for (const inspected of await inspect(repository.root, run)) {
		const {file} = inspected;
		// The run did not write this file.
		if (unwritten.has(file.path)) continue;
		plans.set(file.path, await planRestoration(inspected, run, journal, repository.root));
	}
	const files = [...plans.values()].flatMap(({edit}) => edit ?? []);
	const skipped = [...plans].flatMap(([path, {reason, isWhole}]) =>
		isWhole ? [] : [{path, code: 'changed' as const, reason}],
	);
	const result = await restoreFiles({...targetOf(repository, context), id: run.id, files, skipped});
	const refused = new Map(result.refused.map(({path, reason}) => [path, reason]));
	const undone = [...plans].map(([path, plan]): UndoneFile => {
		if (result.left.includes(path)) return {path, outcome: 'left', reason: 'interrupted before this file'};
		if (!plan.edit) return {path, outcome: plan.isWhole ? 'untouched' : 'left', reason: plan.reason};
		if (!result.written.includes(path)) return {path, outcome: 'left', reason: refused.get(path) ?? plan.reason};
		return {path, outcome: plan.isWhole ? 'restored' : 'partly', reason: plan.reason};
	});
	const isDone = undone.every(({outcome}) => outcome === 'restored' || outcome === 'untouched');
	return {
		...report,
		files: undone,
		commits: commits && {oids, outcome: commits.kind, reason: '', remedy: ''},
		exitCode: exitCodeOf(isDone ? [] : ['needsPerson']),
	};
}

const undoerIn = ({root}: Repository, context: Context) => ({
	git: openGit({...context, cwd: root, offline: true}),
	sleep: (ms: number) => context.sleep(ms, context.signal),
});

/**
 * The newest run that is not fully undone. A partly undone run comes before older ones: it is the latest run.
 */
async function newest(journal: Journal): Promise<Run> {
	const [run] = (await journal.list()).filter(hasSomething);
	if (run) return run;
	throw new Failure(
		'usage',
		'nothing-to-undo',
		'No run to undo in this working tree.',
		'List the runs with: pr-resolve runs',
	);
}

/** A run that only wrote to the pull request has no files. */
const hasSomething = (run: Run | BrokenRun): run is Run =>
	run.state !== 'broken' && run.state !== 'undone' && run.files.length > 0;

function alreadyUndone({id}: Run): Failure {
	return new Failure('usage', 'already-undone', `Run ${id} is already undone.`, 'List the runs with: pr-resolve runs');
}

/** How to restore a file. `isWhole`: all changes of the run in it are undone. */
type Restoration = {edit: FileEdit | null; isWhole: boolean; reason: string};

async function planRestoration(
	{file, state, hash}: Inspected,
	run: Run,
	journal: Journal,
	root: string,
): Promise<Restoration> {
	const {path} = file;
	if (state === 'before') return {edit: null, isWhole: true, reason: 'as it was before the run'};
	if (state === 'missing') return {edit: null, isWhole: false, reason: 'the file no longer exists'};
	const before = await journal.image(run.id, file.before);
	// The first trial has all changes of the run.
	const made = state !== 'edited' && hash !== null ? hash : (file.trials?.[0] ?? file.after);
	const after = await journal.image(run.id, made);
	if (state !== 'edited') return {edit: {path, before: after, after: before}, isWhole: true, reason: ''};
	const today = await readFile(root, path);
	if (today.kind === 'refused') return {edit: null, isWhole: false, reason: today.reason};
	return takeBackEdits(path, before, after, today.bytes);
}

/** Takes the edits of the run out of a file that was edited since. */
function takeBackEdits(path: string, before: Buffer, after: Buffer, today: Buffer): Restoration {
	const [old, made, now] = [before, after, today].map(bytes => parseText(bytes.toString()));
	const {text, edits} = undoEdits(old!, made!, now!);
	const {takenBack, left} = edits;
	const isWhole = left === 0;
	if (takenBack === 0 && isWhole) return {edit: null, isWhole, reason: 'already undone; later edits were kept'};
	if (takenBack === 0) return {edit: null, isWhole, reason: 'the lines of the run have been edited since'};
	const reason = isWhole
		? 'later edits were kept'
		: `kept ${left} of ${count(takenBack + left, 'edit')} of the run: these lines have been edited since`;
	return {edit: {path, before: today, after: Buffer.from(formatText(text))}, isWhole, reason};
}
