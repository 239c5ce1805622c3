import type {ExitCode} from '../exit-code.ts';
import type {Context} from '../run/context.ts';
import {formatWork} from '../run/plan/plan-of.ts';
import type {BrokenRun, Run} from '../run/records/journal.ts';
import {listRecorded, type RecordedRun} from '../run/records/recorded-runs.ts';
import {age} from '../text/figures.ts';
import {count} from '../text/sentences.ts';
import {textTable} from '../text/table.ts';
import {commitsOf} from '../worktree/commit/commit-step.ts';
import {openSteps} from '../worktree/publication.ts';
import {newestFirst} from '../worktree/run-id.ts';
import {writeJson} from './json.ts';
import {layoutOf, type Terminal} from './terminal.ts';

/** `runs`, of one repository or all. Returns the exit code. */
export async function showRuns(
	{repo, json}: {repo: string | null; json: boolean},
	terminal: Terminal,
	context: Context,
): Promise<ExitCode> {
	const found = await listRecorded(repo, context);
	const runs = found.toSorted((one, other) => newestFirst(one.run, other.run));
	if (json) {
		writeJson({schema: 'pr-resolve/runs@1', runs: runs.map(summarizeRun)}, terminal.stdout);
		return 0;
	}
	if (runs.length === 0) terminal.stderr.write(await explainNone(repo, context));
	else terminal.stdout.write(formatRuns(runs, context.now(), terminal));
	return 0;
}

/** A run is recorded under the name that its repository had on the host. */
async function explainNone(repo: string | null, context: Context): Promise<string> {
	if (repo === null) return 'There are no runs.\n';
	const hasOthers = (await listRecorded(null, context)).length > 0;
	const all = 'To list the runs on all repositories, run: pr-resolve runs';
	const remedy = hasOthers ? `If it was renamed, pass its other name. ${all}\n` : '';
	return `There are no runs on ${repo}.\n${remedy}`;
}

/** What steps make, in their order. */
const stepWords = [
	['push', 'pushed', 'pushed'],
	['reply', 'reply', 'replies'],
	['resolve', 'resolved thread', 'resolved threads'],
	['unresolve', 'unresolved thread', 'unresolved threads'],
	['react', 'reaction', 'reactions'],
	['comment', 'comment', 'comments'],
	['request', 'review request', 'review requests'],
] as const;

const isBroken = (run: Run | BrokenRun): run is BrokenRun => run.state === 'broken';

/** A terminal gets a header and how long ago each run was, a pipe the full values. */
function formatRuns(runs: readonly RecordedRun[], now: number, terminal: Terminal): string {
	const isTerminal = terminal.stdout.isTTY === true;
	const formatTime = (time: string) => (isTerminal ? `${age(now - Date.parse(time))} ago` : time);
	const rows = runs.map(recorded => [recorded.run.id, recorded.run.state, ...describe(recorded, formatTime)]);
	const head = isTerminal ? [['run', 'state', 'time', 'pull request', 'written']] : [];
	const {paint, room} = layoutOf(terminal);
	const lines = textTable([...head, ...rows], {
		room,
		paint: (text, row, column) => (row < head.length || column === 0 ? paint('bold', text) : text),
	});
	return `${lines.join('\n')}\n`;
}

function describe({home, run}: RecordedRun, formatTime: (time: string) => string): string[] {
	if (isBroken(run)) return [run.reason];
	const {time, pullRequest, files, titles} = run;
	const work = formatWork({findings: findingsOf(run), changes: titles.length, files: files.length});
	const where = home.kind === 'host' ? ['without a checkout'] : [];
	return [formatTime(time), pullRequest, [work, ...publicationSteps(run), ...where].join(', ')];
}

/** `commit 9be01d7c21`, `pushed`, `3 replies`, `1 step not finished` */
function publicationSteps(run: Run): string[] {
	const commits = commitsOf(run).map(({commits}) => `commit ${commits.at(-1)?.oid.slice(0, 10)}`);
	const done = Map.groupBy(
		run.publication.filter(({state}) => state === 'done'),
		({kind}) => kind,
	);
	const others = stepWords.flatMap(([kind, one, many]) => {
		const number = done.get(kind)?.length ?? 0;
		return number > 0 ? [one === 'pushed' ? one : count(number, one, many)] : [];
	});
	const open = openSteps(run).length;
	return [...commits, ...others, ...(open > 0 ? [`${count(open, 'step')} not finished`] : [])];
}

/** Runs by older versions record only their changes. */
function findingsOf({details, titles}: Run): number {
	const isRecorded = typeof details === 'object' && details !== null && 'findings' in details;
	return isRecorded && typeof details.findings === 'number' ? details.findings : titles.length;
}

function summarizeRun({home, run}: RecordedRun) {
	const checkout = home.kind === 'worktree';
	if (isBroken(run)) return {id: run.id, state: run.state, reason: run.reason, checkout};
	const {id, state, time, pullRequest, titles, files, refused, publication} = run;
	const steps = publication.map(({kind, target, state, reason}) => ({kind, target, state, reason}));
	const commits = commitsOf(run).flatMap(result => result.commits.map(({oid}) => oid));
	const paths = files.map(({path}) => path);
	return {id, state, time, pullRequest, checkout, changes: titles, files: paths, refused, commits, steps};
}
