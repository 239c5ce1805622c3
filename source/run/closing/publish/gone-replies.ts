import type {Standing} from '../../../code-host/publisher.ts';
import {commitsIn} from '../../../review/closing/marker.ts';
import {lastReply, type ThreadNow} from '../../../review/closing/thread-acts.ts';
import {storedCommitsOf} from '../../../worktree/commit/commit-step.ts';
import {openJournal} from '../../../worktree/journal.ts';
import {gitOf, hasTree, type Repository} from '../../../worktree/repository.ts';
import type {Context} from '../../context.ts';
import {editsIn, noneFor} from './gone-in.ts';

/**
 * Threads, by id, whose reply names commits of runs recorded here that were pushed away, and of whose changes the head has
 * nothing. It is known of resolved threads too, whose comments are not read for changes.
 * @throws {Failure} `journal-damaged`, `git-failed`
 */
export async function goneReplies(
	now: readonly ThreadNow[],
	{head, commits, viewer}: Pick<Standing, 'head' | 'commits' | 'viewer'>,
	repository: Repository,
	context: Context,
): Promise<ReadonlySet<string>> {
	const published = new Set([...commits, head.oid]);
	const named = now.flatMap(thread => {
		const own = lastReply(thread, viewer);
		const oids = own ? commitsIn(own.comment.body).filter(oid => !published.has(oid)) : [];
		return own && oids.length > 0 ? [{id: thread.id, oids, findings: own.marker.finding.split(',')}] : [];
	});
	// Without a working tree, only the files of this run can be read at the head.
	if (named.length === 0 || !hasTree(repository)) return new Set();
	const journal = openJournal(repository.records, context);
	const git = gitOf(repository, context);
	const runs = (await journal.list()).filter(run => run.state !== 'broken');
	const gone = new Set<string>();
	for (const run of runs) {
		const made = new Set(storedCommitsOf(run).flatMap(result => result.commits.map(({oid}) => oid)));
		const own = named.filter(({oids}) => oids.some(oid => made.has(oid)));
		if (own.length === 0) continue;
		const isGone = noneFor(await editsIn(head.oid, run, {journal, git}), ({made: standing}) => standing === 0);
		for (const {id, findings} of own) if (isGone(findings)) gone.add(id);
	}
	return gone;
}
