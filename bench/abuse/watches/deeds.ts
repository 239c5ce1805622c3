import {openBare} from '../../../test/emulators/github/bare.ts';
import {user} from '../../../test/emulators/github/data.ts';
import type {ActorData, ThreadData} from '../../../test/emulators/github/records.ts';
import {suggestion} from '../../../test/helpers/pull-request.ts';
import {hunkAt} from '../../../test/helpers/review-of.ts';
import type {Followed} from './followed.ts';

const path = 'list.txt';

const time = ({now}: Followed) => new Date(now()).toISOString();
const ann = {name: 'Ann', email: 'ann@example.com'};

/** What others do to a pull request, as a person tells it; null if they cannot now. */
export type Deed = (followed: Followed) => string | null;

export const deeds: readonly Deed[] = [
	push,
	push,
	amend,
	forceAway,
	forceAway,
	chat,
	answer,
	suggest,
	editComment,
	unresolve,
];

function commit(followed: Followed, parents: readonly string[], base: string, message: string): string {
	const {bare: folder, random, now} = followed;
	const bare = openBare(folder);
	const file = random.pick([path, 'notes.txt']);
	const lines = bare.file(base, file)!.text!.split('\n');
	const at = random.below(20);
	const text = lines.with(at, `ann ${random.below(1000)}`).join('\n');
	const tree = bare.tree(base, [{path: file, mode: '100644', sha: bare.blob(Buffer.from(text))}]);
	return bare.commit({tree, parents: [...parents], message}, {author: ann, committer: ann, at: now()});
}

function push(followed: Followed): string | null {
	const head = followed.head();
	const oid = commit(followed, [head], head, 'Theirs\n');
	return followed.move(oid) ? `ann pushes ${oid.slice(0, 7)}` : null;
}

function amend(followed: Followed): string | null {
	const head = followed.head();
	const {message, parents} = openBare(followed.bare).commitAt(head)!;
	const oid = commit(followed, parents, head, message);
	return followed.move(oid) ? `ann amends ${head.slice(0, 7)} to ${oid.slice(0, 7)}` : null;
}

/** Takes away the last commit, if there is one since the beginning. */
function forceAway(followed: Followed): string | null {
	const head = followed.head();
	if (head === followed.base) return null;
	const [parent] = openBare(followed.bare).commitAt(head)!.parents;
	// The first commit, amended.
	if (parent === undefined) return null;
	const oid = followed.random.next() < 0.5 ? parent : commit(followed, [parent], parent, 'Theirs\n');
	return followed.move(oid) ? `ann force-pushes ${head.slice(0, 7)} away, to ${oid.slice(0, 7)}` : null;
}

function chat(followed: Followed): string {
	const {pull, random} = followed;
	const by = {author: user('ann'), body: 'Still thinking about it.'};
	const stamp = {createdAt: time(followed), updatedAt: time(followed)};
	if (random.next() < 0.5) pull.comment({...by, ...stamp});
	else remark(followed, by);
	return 'ann chats';
}

/** A thread in words. */
export function remark(followed: Followed, by: {author: ActorData; body: string}): void {
	const commit = {oid: followed.head()};
	const seen = {commit, originalCommit: commit, diffHunk: '@@ -12,1 +12,1 @@\n item 12'};
	followed.pull.thread({...by, ...seen, createdAt: time(followed), updatedAt: time(followed), path, line: 12});
}

function someThread(
	{pull, random}: Followed,
	isWanted: (thread: ThreadData) => boolean = () => true,
): ThreadData | null {
	const threads = pull.data.reviewThreads.filter(isWanted);
	return threads.length === 0 ? null : random.pick(threads);
}

function answer(followed: Followed): string | null {
	const thread = someThread(followed);
	if (!thread) return null;
	const {commit, originalCommit, diffHunk} = thread.comments[0]!;
	const stamp = {createdAt: time(followed), updatedAt: time(followed)};
	const body = followed.random.pick(['Please do not.', 'Thanks!', 'Why?']);
	const replying = followed.pull.data.comments.length + followed.pull.data.reviewThreads.length;
	thread.comments.push({
		...thread.comments[0]!,
		...{id: `answer_${replying}_${thread.comments.length}`, fullDatabaseId: `8${replying}${thread.comments.length}`},
		...{author: user('ann'), authorAssociation: 'MEMBER', body, ...stamp, commit, originalCommit, diffHunk},
		replyTo: {fullDatabaseId: thread.comments[0]!.fullDatabaseId},
	});
	return `ann answers ${thread.id}: ${body}`;
}

function suggest(followed: Followed): string {
	const {pull, random, bare} = followed;
	const oid = followed.head();
	const lines = openBare(bare).file(oid, path)!.text!.trimEnd().split('\n');
	const line = 13 + random.below(6);
	const seen = {commit: {oid}, originalCommit: {oid}, diffHunk: hunkAt(lines, line)};
	const stamp = {
		createdAt: time(followed),
		updatedAt: time(followed),
		author: user('ann'),
		authorAssociation: 'MEMBER',
	};
	pull.thread({...stamp, ...seen, path, line, body: `Better.\n\n${suggestion(`ann's line ${random.below(1000)}`)}`});
	return `ann suggests line ${line}`;
}

/** A reviewer that edits a comment of its own instead of writing a new one. */
function editComment(followed: Followed): string | null {
	const thread = someThread(followed, ({comments}) => comments[0]!.author?.__typename === 'Bot');
	if (!thread) return null;
	const body = `Even better.\n\n${suggestion(`edited ${followed.random.below(1000)}`)}`;
	Object.assign(thread.comments[0]!, {body, updatedAt: time(followed)});
	return `its reviewer edits ${thread.id}`;
}

function unresolve(followed: Followed): string | null {
	const thread = someThread(followed, ({isResolved}) => isResolved);
	if (!thread) return null;
	thread.isResolved = false;
	followed.unresolved.add(thread.id);
	return `ann unresolves ${thread.id}`;
}

/** Lets a deed be done. */
export function act(followed: Followed, deed: Deed): string | null {
	const said = deed(followed);
	if (said !== null) followed.pull.data.updatedAt = time(followed);
	return said;
}
