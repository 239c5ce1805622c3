import type {PullRequest} from '../../review/comment.ts';
import type {Snapshot} from './snapshot.ts';

/** The paths that a pull request changes or that its threads are on, as comments name them. */
export function changedPaths({reviewThreads, files}: PullRequest, snapshot: Snapshot): ReadonlySet<string> {
	const threads = reviewThreads.map(({path}) => path);
	const listed = files && new Set(files.map(({path}) => path));
	// A recording need not name the files; what was commented on is among them, maybe under an older name.
	return listed
		? listed.union(new Set(threads.filter(path => listed.has(snapshot.pathOf(path) ?? ''))))
		: new Set(threads);
}
