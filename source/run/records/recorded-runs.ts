import {Failure} from '../../failure.ts';
import {type Journal, openJournal} from '../../worktree/journal.ts';
import type {Repository, Worktree} from '../../worktree/repository.ts';
import {findRun, matchingRuns, newestFirst} from '../../worktree/run-id.ts';
import type {BrokenRun, Run} from '../../worktree/run-record.ts';
import {type HostedPullRequest, listStateRecords} from '../../worktree/state-folder.ts';
import {codeHostOf} from '../code-host.ts';
import type {Context} from '../context.ts';
import {isSameName, repositoriesOf} from '../pull-request/same-repository.ts';
import {openWorktreeIfAny} from '../worktree.ts';

/** Where runs are recorded: in a working tree, or in the state folder for a pull request that they changed without one. */
export type RunsHome =
	| {kind: 'worktree'; journal: Journal; worktree: Worktree}
	| {kind: 'host'; journal: Journal; records: string; pullRequest: HostedPullRequest};

/** Where the records and the files of runs are. */
export const placeOf = (home: RunsHome): Pick<Repository, 'records' | 'root'> =>
	home.kind === 'worktree' ? home.worktree : {records: home.records, root: null};

type Found = {home: RunsHome; run: Run | BrokenRun};

export type RecordedRun = Found & {
	/** Whether the folder is a clone of other repositories, and this one was not asked for. */
	isElsewhere: boolean;
};

/** The repository on the code host that runs are about, in lower case; host null: any. */
type RepositoryName = {host: string | null; name: string};

/**
 * The runs of this working tree, if the folder is in one, then those without a checkout; in each of both the newest first.
 * @param repo only those on pull requests of this repository, `[host/]owner/name` or a URL; null: all
 * @throws {Failure} usage `bad-repository`; as `openWorktree`, but for a folder without a working tree
 */
export async function listRecorded(repo: string | null, context: Context): Promise<RecordedRun[]> {
	const wanted = repo === null ? null : readRepositoryName(repo, context);
	const [worktree, records] = await Promise.all([openWorktreeIfAny(context), listStateRecords(context.env)]);
	const hosts = records.map(
		({folder, pullRequest}): RunsHome => ({
			kind: 'host',
			journal: openJournal(folder, context),
			records: folder,
			pullRequest,
		}),
	);
	const here: RunsHome[] = worktree
		? [{kind: 'worktree', journal: openJournal(worktree.records, context), worktree}]
		: [];
	const [own, others] = await Promise.all([runsOf(here, wanted), runsOf(hosts, wanted)]);
	const mine = wanted === null && worktree ? repositoriesOf(worktree, codeHostOf(context)) : [];
	return [...own, ...others].map(found => ({...found, isElsewhere: isOutside(found.home, mine)}));
}

/** @param mine the repositories of the clone, as `owner/name`; none: it could be any */
function isOutside(home: RunsHome, mine: readonly string[]): boolean {
	if (home.kind === 'worktree' || mine.length === 0) return false;
	const {owner, repo} = home.pullRequest;
	return !mine.some(name => isSameName(name, `${owner}/${repo}`));
}

async function runsOf(homes: readonly RunsHome[], wanted: RepositoryName | null): Promise<Found[]> {
	const found = await Promise.all(homes.map(async home => (await home.journal.list()).map(run => ({home, run}))));
	return found
		.flat()
		.filter(recorded => wanted === null || isAbout(recorded, wanted))
		.sort((one, other) => newestFirst(one.run, other.run));
}

/**
 * The run with this id, or the only one whose id starts with it: of the working tree, otherwise of those without a checkout.
 * @throws {Failure} usage `unknown-run`, `ambiguous-run`; `broken-run`
 */
export async function findRecorded(
	recorded: readonly RecordedRun[],
	wanted: string,
): Promise<{home: RunsHome; run: Run}> {
	const all = recorded.map(({home, run}) => ({id: run.id, home}));
	const here = all.filter(({home}) => home.kind === 'worktree');
	const {id, home} = findRun(matchingRuns(here, wanted).length > 0 ? here : all, wanted);
	return {home, run: await home.journal.read(id)};
}

function isAbout({home, run}: Found, {host, name}: RepositoryName): boolean {
	if (home.kind === 'host') {
		const {owner, repo} = home.pullRequest;
		return `${owner}/${repo}` === name && (host ?? home.pullRequest.host) === home.pullRequest.host;
	}
	return run.state !== 'broken' && run.pullRequest.toLowerCase().startsWith(`${name}#`);
}

function readRepositoryName(repo: string, context: Context): RepositoryName {
	const scope = codeHostOf(context).scopeAt(repo);
	if (scope?.kind === 'repository') return {host: scope.host, name: `${scope.owner}/${scope.name}`.toLowerCase()};
	throw new Failure('usage', 'bad-repository', `--repo does not accept "${repo}".`, 'Pass --repo OWNER/NAME.');
}
