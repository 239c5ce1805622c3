import {openBare} from '../../../test/emulators/github/bare.ts';
import {user} from '../../../test/emulators/github/data.ts';
import type {ThreadData} from '../../../test/emulators/github/records.ts';
import {type ReviewerOptions, startReviewer} from '../../../test/emulators/reviewers/reviewers.ts';
import {
	atMost,
	contradictory,
	insistent,
	lastLines,
	newWords,
	trivia,
} from '../../../test/emulators/reviewers/scripts.ts';
import {suggestion} from '../../../test/helpers/pull-request.ts';
import {hunkAt} from '../../../test/helpers/review-of.ts';
import type {Random} from '../random.ts';
import type {Watched} from './watched.ts';

const path = 'list.txt';

const newWordsName = 'finds new words';

/** Reviewers by what they do; those that contradict each other come together. */
const kinds: Readonly<Record<string, (random: Random) => ReviewerOptions[]>> = {
	[newWordsName]: random => [{behavior: newWords(path, 4), limit: limitAt(random)}],
	'comments on our last change': () => [{behavior: lastLines(path)}],
	'contradicts itself': () => [{behavior: contradictory(path, 7, ['item 7', 'item seven'])}],
	'contradicts another one': () => [
		{behavior: insistent(path, 9, 'item nine')},
		{behavior: insistent(path, 9, 'item IX'), login: 'gemini-code-assist', delayMs: 90_000},
	],
	'finds trifles': () => [{behavior: trivia(path)}],
	'comes to an end': random => [{behavior: atMost(2, lastLines(path)), limit: limitAt(random)}],
};

/** Rate limited or at work for a while, at one of the first looks. */
const limitAt = ({next, below}: Random) => ({look: 1 + below(4), minutes: 2 + below(25), isAtWork: next() < 0.5});

const time = ({clock}: Watched) => new Date(clock.now()).toISOString();
const ann = {name: 'Ann', email: 'ann@example.com'};

/** What others do at a random moment; says so. */
const deeds: readonly ((watched: Watched) => string | null)[] = [
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

/** Starts reviewers and plans what others do. Returns what lets them act. */
export function invitePeople(watched: Watched): () => void {
	const {pull, bare, clock, random, past} = watched;
	// Those that no brake but the limit stops come more often.
	const names = [...Object.keys(kinds), newWordsName, newWordsName, newWordsName];
	const chosen = [...new Set(Array.from({length: 1 + random.below(2)}, () => random.pick(names)))];
	// Two accounts of one name would be one reviewer.
	const options = chosen.flatMap(name => kinds[name]!(random));
	const started = options.map((one, index) =>
		startReviewer(
			{pull, bare, now: clock.now},
			{login: ['coderabbitai', 'qodo-merge', 'sourcery-ai'][index % 3]!, ...one},
		),
	);
	past.push(`reviewers: ${chosen.join(', ')}`);
	const plans = Array.from({length: random.below(5)}, () => ({
		deed: random.pick(deeds),
		...(random.next() < 0.5
			? {at: clock.now() + random.below(1800) * 1000, moment: Infinity}
			: {at: Infinity, moment: random.below(150)}),
	}));
	let moments = 0;
	return () => {
		moments += 1;
		for (const reviewer of started) reviewer.pass();
		for (const plan of plans.filter(({at, moment}) => at <= clock.now() || moment <= moments)) {
			const said = plan.deed(watched);
			plans.splice(plans.indexOf(plan), said === null ? 0 : 1);
			if (said !== null) past.push(`${said} (${moments})`);
			for (const reviewer of started) reviewer.pass();
		}
	};
}

function commit(watched: Watched, parents: readonly string[], base: string, message: string): string {
	const {bare: folder, random, clock} = watched;
	const bare = openBare(folder);
	const file = random.pick([path, 'notes.txt']);
	const lines = bare.file(base, file)!.text!.split('\n');
	const at = random.below(20);
	const text = lines.with(at, `ann ${random.below(1000)}`).join('\n');
	const tree = bare.tree(base, [{path: file, mode: '100644', sha: bare.blob(Buffer.from(text))}]);
	return bare.commit({tree, parents: [...parents], message}, {author: ann, committer: ann, at: clock.now()});
}

function push(watched: Watched): string | null {
	const head = watched.head();
	const oid = commit(watched, [head], head, 'Theirs\n');
	return watched.move(oid) ? `ann pushes ${oid.slice(0, 7)}` : null;
}

function amend(watched: Watched): string | null {
	const head = watched.head();
	const {message, parents} = openBare(watched.bare).commitAt(head)!;
	const oid = commit(watched, parents, head, message);
	return watched.move(oid) ? `ann amends ${head.slice(0, 7)} to ${oid.slice(0, 7)}` : null;
}

/** Takes away the last commit, if there is one since the beginning. */
function forceAway(watched: Watched): string | null {
	const head = watched.head();
	if (head === watched.base) return null;
	const [parent] = openBare(watched.bare).commitAt(head)!.parents;
	const oid = watched.random.next() < 0.5 ? parent! : commit(watched, [parent!], parent!, 'Theirs\n');
	return watched.move(oid) ? `ann force-pushes ${head.slice(0, 7)} away, to ${oid.slice(0, 7)}` : null;
}

function chat(watched: Watched): string {
	const {pull, random} = watched;
	const by = {
		author: user('ann'),
		createdAt: time(watched),
		updatedAt: time(watched),
		body: 'Still thinking about it.',
	};
	if (random.next() < 0.5) pull.comment(by);
	else {
		const commit = {oid: watched.head()};
		pull.thread({...by, path, line: 12, commit, originalCommit: commit, diffHunk: '@@ -12,1 +12,1 @@\n item 12'});
	}
	return 'ann chats';
}

function someThread(
	{pull, random}: Watched,
	isWanted: (thread: ThreadData) => boolean = () => true,
): ThreadData | null {
	const threads = pull.data.reviewThreads.filter(isWanted);
	return threads.length === 0 ? null : random.pick(threads);
}

function answer(watched: Watched): string | null {
	const thread = someThread(watched);
	if (!thread) return null;
	const {commit, originalCommit, diffHunk} = thread.comments[0]!;
	const stamp = {createdAt: time(watched), updatedAt: time(watched)};
	const body = watched.random.pick(['Please do not.', 'Thanks!', 'Why?']);
	const replying = watched.pull.data.comments.length + watched.pull.data.reviewThreads.length;
	thread.comments.push({
		...thread.comments[0]!,
		...{id: `answer_${replying}_${thread.comments.length}`, fullDatabaseId: `8${replying}${thread.comments.length}`},
		...{author: user('ann'), authorAssociation: 'MEMBER', body, ...stamp, commit, originalCommit, diffHunk},
		replyTo: {fullDatabaseId: thread.comments[0]!.fullDatabaseId},
	});
	return `ann answers ${thread.id}: ${body}`;
}

function suggest(watched: Watched): string {
	const {pull, random, bare} = watched;
	const oid = watched.head();
	const lines = openBare(bare).file(oid, path)!.text!.trimEnd().split('\n');
	const line = 13 + random.below(6);
	const seen = {commit: {oid}, originalCommit: {oid}, diffHunk: hunkAt(lines, line)};
	const stamp = {createdAt: time(watched), updatedAt: time(watched), author: user('ann'), authorAssociation: 'MEMBER'};
	pull.thread({...stamp, ...seen, path, line, body: `Better.\n\n${suggestion(`ann's line ${random.below(1000)}`)}`});
	return `ann suggests line ${line}`;
}

/** A reviewer that edits a comment of its own instead of writing a new one. */
function editComment(watched: Watched): string | null {
	const thread = someThread(watched, ({comments}) => comments[0]!.author?.__typename === 'Bot');
	if (!thread) return null;
	const body = `Even better.\n\n${suggestion(`edited ${watched.random.below(1000)}`)}`;
	Object.assign(thread.comments[0]!, {body, updatedAt: time(watched)});
	return `its reviewer edits ${thread.id}`;
}

function unresolve(watched: Watched): string | null {
	const thread = someThread(watched, ({isResolved}) => isResolved);
	if (!thread) return null;
	thread.isResolved = false;
	watched.unresolved.add(thread.id);
	return `ann unresolves ${thread.id}`;
}
