import {Failure} from '../../../failure.ts';
import {quoteForShell} from '../../../system/shell.ts';
import {readBaseBranch} from '../../../worktree/commit/base-branch.ts';
import {completeRange} from '../../../worktree/commit/commit-range.ts';
import {gitOf, type Worktree} from '../../../worktree/repository.ts';
import type {Context} from '../../context.ts';
import type {Closing} from '../closing.ts';

/**
 * Adds to a request for fixups what the pull request is based on, before a byte is written; the record of the run has it then.
 * @throws {Failure} usage `no-base`
 */
export async function withBases<Of extends Pick<Closing, 'request' | 'repository' | 'analysis'>>(
	closing: Of,
	context: Context,
): Promise<Of> {
	const {request, repository, analysis} = closing;
	const {commit} = request;
	if (!commit || typeof commit.split === 'string') return closing;
	const {baseRefName: base, headRefName, source} = analysis.pullRequest;
	if (base === null) throw noBase('this recording does not name that branch', 'Remove --fixup.');
	const git = gitOf(repository, {...context, offline: true});
	const {oids, exists} = await readBaseBranch(git, repository, base, base === headRefName);
	if (!exists) throw noBase(`this repository has no branch ${base}`, fetchIt(base, repository));
	if (oids.length === 0) {
		const remedy = repository.isShallow ? 'Run: git fetch --unshallow' : 'Remove --fixup.';
		throw noBase(`this branch has no commit in common with ${base} here`, remedy);
	}
	const reader = gitOf(repository, {...context, offline: source.kind === 'recording'});
	if (!(await completeRange(reader, 'HEAD', oids))) {
		throw noBase(`this partial clone lacks files of the commits since ${base}`, getThem(oids));
	}
	return {...closing, request: {...request, commit: {...commit, split: {bases: oids}}}};
}

const getThem = (bases: readonly string[]) =>
	`Run: git log --numstat HEAD --not ${bases.map(oid => oid.slice(0, 12)).join(' ')}`;

function fetchIt(base: string, {remotes}: Worktree): string {
	const [first] = remotes;
	const remote = remotes.find(({name}) => name === 'origin') ?? first;
	if (!remote) return 'Remove --fixup.';
	const refspec = `${base}:refs/remotes/${remote.name}/${base}`;
	return `Run: git fetch ${quoteForShell(remote.name)} ${quoteForShell(refspec)}`;
}

const noBase = (why: string, remedy: string) =>
	new Failure(
		'usage',
		'no-base',
		`--fixup needs the commits since the base branch of the pull request, but ${why}. Nothing was applied.`,
		remedy,
	);
