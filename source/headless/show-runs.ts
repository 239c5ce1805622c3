import {threadWords} from '../delivery/delivery-lines.ts';
import type {Cell, Table} from '../document/document.ts';
import type {ExitCode} from '../exit-code.ts';
import type {Context} from '../run/context.ts';
import {formatWork} from '../run/plan/plan-of.ts';
import {listRecorded, type RecordedRun} from '../run/records/recorded-runs.ts';
import {age} from '../text/figures.ts';
import {count} from '../text/sentences.ts';
import {commitResultOf, commitsOf} from '../worktree/commit/commit-step.ts';
import {openSteps} from '../worktree/publication.ts';
import {countWrites} from '../worktree/run-effects.ts';
import {newestFirst} from '../worktree/run-id.ts';
import type {BrokenRun, Run} from '../worktree/run-record.ts';
import {writeJson} from './json.ts';
import {type Terminal, writeDocument} from './terminal.ts';

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
	else writeDocument([tableOf(runs, context.now())], terminal);
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

const isBroken = (run: Run | BrokenRun): run is BrokenRun => run.state === 'broken';

/** A terminal gets a header and how long ago each run was, a pipe the full values. */
function tableOf(runs: readonly RecordedRun[], now: number): Table {
	return {
		kind: 'table',
		columns: ['run', 'state', 'time', 'pull request', 'written'].map(title => ({title})),
		rows: runs.map(recorded => {
			const {id, state} = recorded.run;
			return {cells: [{text: id, tone: 'strong'}, state, ...describe(recorded, now)]};
		}),
		titledFor: ['screen'],
	};
}

function describe({home, run}: RecordedRun, now: number): Cell[] {
	if (isBroken(run)) return [run.reason];
	const {time, pullRequest, files, titles} = run;
	const work = formatWork({findings: findingsOf(run), changes: titles.length, files: files.length});
	const where = home.kind === 'host' ? ['without a checkout'] : [];
	return [
		{text: `${age(now - Date.parse(time))} ago`, full: time},
		pullRequest,
		[[work, ...publicationSteps(run), ...where].join(', '), ...threadWords(countWrites(doneIn(run)))].join('; '),
	];
}

/** `commit 9be01d7c21`, `pushed`, `1 step not finished` */
function publicationSteps(run: Run): string[] {
	const made = doneIn(run).flatMap(step => commitResultOf(step) ?? []);
	const commits = made.map(({commits: all}) => `commit ${all.at(-1)?.oid.slice(0, 10)}`);
	const pushed = doneIn(run).some(({kind}) => kind === 'push') ? ['pushed'] : [];
	const open = openSteps(run).length;
	return [...commits, ...pushed, ...(open > 0 ? [`${count(open, 'step')} not finished`] : [])];
}

const doneIn = ({publication}: Run) => publication.filter(({state}) => state === 'done');

/** Runs by older versions record only their changes. */
function findingsOf({details, titles}: Run): number {
	const findings = details?.findings;
	return typeof findings === 'number' ? findings : titles.length;
}

function summarizeRun({home, run}: RecordedRun) {
	const checkout = home.kind === 'worktree';
	if (isBroken(run)) return {id: run.id, state: run.state, reason: run.reason, checkout};
	const {id, state, time, pullRequest, titles, files, refused, publication} = run;
	const steps = publication.map(({kind, target, state, reason}) => ({kind, target, state, reason}));
	const commits = commitsOf(run).map(({oid}) => oid);
	const paths = files.map(({path}) => path);
	return {id, state, time, pullRequest, checkout, changes: titles, files: paths, refused, commits, steps};
}
