import type {Connection} from '../../code-host/port.ts';
import type {Standing} from '../../code-host/publisher.ts';
import {codeHostOf, locationOf, type NamedPullRequest} from '../../run/code-host.ts';
import type {Context} from '../../run/context.ts';
import {sentences} from '../../text/sentences.ts';
import {storedCommitsOf} from '../../worktree/commit/commit-step.ts';
import type {Git} from '../../worktree/git.ts';
import {isUnpushed, pushOf} from '../../worktree/publication.ts';
import {catchUp} from '../../worktree/push/catch-up.ts';
import type {Worktree} from '../../worktree/repository.ts';
import type {Run} from '../../worktree/run-record.ts';
import {readStatus} from '../../worktree/verify/tree-state.ts';
import {undoCommand} from '../publish/report-publication.ts';
import {deliveryDetails} from '../record.ts';
import {fetchedFrom, type PushObstacle} from './push-obstacles.ts';

export type HeadLook = {
	connection: Connection;
	git: Git;
	repository: Worktree;
	target: NamedPullRequest;
	/** The pull request as it is now. */
	standing: Pick<Standing, 'head' | 'commits'>;
	/** All that are recorded here. */
	runs: readonly Run[];
	/** The head as the command has read it; null if that is not known. */
	headRead: string | null;
};

/** A head with commits that the current branch lacks. */
export type MovedHead = Pick<PushObstacle, 'reason'> & {
	/** Shell commands, one after the other, after which a push is possible. */
	commands: string[];
	/** What to do if they fail; empty if they should not. */
	otherwise: string;
};

/** Finds out how the files get to the head of the pull request from here. @throws {Failure} */
export async function lookAtMovedHead(look: HeadLook, context: Context): Promise<MovedHead> {
	const {connection, git, repository, target, standing, runs, headRead} = look;
	const {head, commits: listed} = standing;
	const access = await connection.gitAccess(head.repository);
	const remote = await fetchedFrom(git, codeHostOf(context), head.repository, access);
	const there = {remote, branch: head.branch, number: target.number, oid: head.oid};
	const earlier = [headRead ?? '', ...runs.flatMap(headsKnownBy)];
	const way = await catchUp(git, repository, {...there, earlier, listed});
	const {uncommitted, committed} = await runsInTheWay(git, runs, way.paths);
	const undo = uncommitted.map(({id}) => undoCommand(id, false));
	const isSure = way.paths !== null;
	return {
		reason: await reasonOf(way, look),
		commands: [...(isSure ? undo : []), ...way.commands],
		otherwise: sentences(
			isSure || undo.length === 0 ? '' : `If git refuses because of the changes, run \`${undo.join(' && ')}\` first.`,
			committed.length === 0 || way.commands.length === 1
				? ''
				: `If the rebase has conflicts, run \`git rebase --abort && ${committed.map(({id}) => undoCommand(id, false)).join(' && ')}\` first.`,
		),
	};
}

async function reasonOf(
	{kind, current}: Pick<Awaited<ReturnType<typeof catchUp>>, 'kind' | 'current'>,
	{connection, target, standing}: HeadLook,
): Promise<string> {
	const {repository, branch, oid} = standing.head;
	if (kind === 'elsewhere') {
		const here = current === null ? 'HEAD is detached' : `the working tree is on ${current}`;
		return `${here}, and the branch of the pull request is ${branch}`;
	}
	const [maker] = await connection.makersOf(locationOf(target), oid);
	return kind === 'behind'
		? `${repository} ${branch} has new commits${maker === undefined ? '' : `, the last one by ${maker}`}`
		: `${repository} ${branch} was force-pushed${maker === undefined ? '' : `, and its last commit is by ${maker}`}`;
}

/** Where the branch of the pull request was when a run read it or pushed to it. */
function headsKnownBy(run: Run): string[] {
	const pushes = run.publication.flatMap(step => {
		const push = pushOf(step);
		return push ? [push.before, ...(step.state === 'done' ? [push.after] : [])] : [];
	});
	return [deliveryDetails(run)?.head ?? '', ...pushes];
}

/** Runs that wrote files which git is going to change, newest first. @param paths null if these are not known */
async function runsInTheWay(git: Git, runs: readonly Run[], paths: ReadonlySet<string> | null) {
	const dirty = new Set((await readStatus(git, 'no'))?.entries.map(({path}) => path));
	const wrote = (run: Run, isConcerned: (path: string) => boolean) => run.written.some(isConcerned);
	const standing = runs.filter(({state}) => state === 'done' || state === 'partly-undone');
	const isTouched = (path: string) => paths === null || paths.has(path);
	return {
		uncommitted: standing.filter(
			run => storedCommitsOf(run).length === 0 && wrote(run, path => dirty.has(path) && isTouched(path)),
		),
		committed: standing.filter(run => isUnpushed(run) && wrote(run, isTouched)),
	};
}

/** The same before anything is applied. */
export async function behindObstacle(look: HeadLook, context: Context): Promise<PushObstacle> {
	const {reason, commands, otherwise} = await lookAtMovedHead(look, context);
	const remedy =
		otherwise === '' ? `Run: ${commands.join(' && ')}` : sentences(`Run \`${commands.join(' && ')}\`.`, otherwise);
	return {code: 'behind', reason, remedy, ending: 'needsPerson'};
}
