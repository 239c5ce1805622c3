import {openBare} from '../../../test/emulators/github/bare.ts';
import {type PullRequestBuilder, pullRequest, user} from '../../../test/emulators/github/data.ts';
import type {RepositoryRole, ThreadData} from '../../../test/emulators/github/records.ts';
import {type SeenRequest, startGitHub} from '../../../test/emulators/github/server.ts';
import {branch, type HostedClone, type HostedClones} from '../closing/hosted-clone.ts';
import type {Random} from '../random.ts';
import type {FileOf} from '../reviewed-tree.ts';
import {answersTo, viewer} from './answers-to.ts';

/** A change that a comment suggests. All lines of all changes differ from each other and from those of the files. */
export type Suggested = {
	/** Of its comment. */
	id: string;
	thread: string;
	path: string;
	/** The lines that it replaces, without their ends. */
	old: readonly string[];
	lines: readonly string[];
	/** What a person decided to write instead, line by line. */
	edits: string[];
	/** Answers that a person has overruled. */
	overruled: Set<string>;
	/** Whether a person's decision declines it. */
	isDeclined: boolean;
	/** Whether it was pushed, and then reverted by `undo --publish`. */
	isReverted: boolean;
};

/** A comment of ours as it was written, and the head of the pull request at that moment. */
export type Written = {
	/** Node id of the thread, or of the comment that is edited. */
	on: string;
	body: string;
	head: string;
};

/** What a reading of the threads shows: ids of the answers to each change. */
export type Reading = {head: string; answers: ReadonlyMap<string, readonly string[]>};

/** A pull request under way, with all that the judges have to know of its past. */
export type Scene = HostedClone & {
	pull: PullRequestBuilder;
	random: Random;
	changes: Suggested[];
	/** Of the command that runs. */
	written: Written[];
	readings: Reading[];
	/** Called at each request of the program, when it has taken effect. */
	onRequest: (() => void) | null;
	read: (threads?: readonly string[]) => void;
	/** Commits that people have pushed. */
	byPeople: Set<string>;
	/** Whether the last command was killed. */
	isInterrupted: boolean;
	/** Whether the last command of `--verify` made the snapshot. */
	isSnapshot: boolean;
	/** Whether a hook reformats what is committed with `--hooks`. */
	hasHook: boolean;
	/** Ids by which the program calls a change, by its comment. */
	names: Map<string, string>;
	/** For texts that no other line has. */
	number: () => number;
	/** An hour for each command, so that none waits for the limits on writes of the one before. */
	clock: {aheadMs: number};
};

export const files = ['src/alpha.txt', 'src/beta.txt', 'lib/gamma.txt'] as const;
/** A tracked file that one of the commands of `--verify` makes. */
export const snapshot = 'lib/snapshot.txt';

const firstLines = (path: string) => Array.from({length: 24}, (_, line) => `${path}, line ${line + 1}`);

/** One with the line ends of Windows, one without an end of its last line. */
export const contents: Readonly<Record<string, FileOf>> = {
	'src/alpha.txt': {content: `${firstLines('src/alpha.txt').join('\n')}\n`},
	'src/beta.txt': {content: firstLines('src/beta.txt').join('\n')},
	'lib/gamma.txt': {content: `${firstLines('lib/gamma.txt').join('\r\n')}\r\n`},
	[snapshot]: {content: `${firstLines('src/alpha.txt').join('\n')}\n`},
};

const roles: Readonly<Record<string, RepositoryRole>> = {
	...{[viewer]: 'admin', author: 'write', ann: 'write', carol: 'admin'},
	// A member whom others do not see as one.
	dora: 'write',
};

export async function setScene(clones: HostedClones, name: string, random: Random): Promise<Scene> {
	const clock = {aheadMs: 0};
	let ticks = 0;
	const now = () => {
		ticks += 1000;
		return Date.now() + clock.aheadMs + ticks;
	};
	let onAnswer: (request: SeenRequest) => void = () => {};
	const pull = pullRequest({headRefName: branch, author: user('author')});
	const clone = await clones.copy(name, (bare, base) => {
		pull.data.headRefOid = base;
		for (const path of files) pull.file(path);
		const repositories = [{nameWithOwner: 'octo/app', folder: bare, roles}];
		const options = {pullRequests: [pull], repositories, points: 1_000_000, now};
		return startGitHub({...options, onAnswer: request => onAnswer(request)});
	});
	let last = 0;
	const scene: Scene = {
		...clone,
		...{
			pull,
			random,
			changes: [],
			written: [],
			readings: [],
			onRequest: null,
			byPeople: new Set(),
			isInterrupted: false,
			isSnapshot: false,
			hasHook: false,
			names: new Map(),
		},
		clock,
		number() {
			last += 1;
			return last;
		},
		read(threads) {
			const before = scene.readings.at(-1)?.answers;
			const isRead = (change: Suggested) => threads === undefined || threads.includes(change.thread);
			const answers = scene.changes.map((change): [string, readonly string[]] => [
				change.id,
				isRead(change) ? answersTo(change, threadOf(scene, change.thread)) : (before?.get(change.id) ?? []),
			]);
			scene.readings.push({head: headOf(scene), answers: new Map(answers)});
		},
	};
	onAnswer = ({document, variables}) => {
		if (/\breviewThreads\b|PullRequestReviewThread\b/.test(document) && /^\s*query\b/.test(document)) {
			scene.read(Array.isArray(variables.ids) ? variables.ids.map(String) : undefined);
		}
		const {body, thread, comment, pullRequest} = variables;
		if (/^\s*mutation\b/.test(document) && typeof body === 'string')
			scene.written.push({on: String(thread ?? comment ?? pullRequest), body, head: headOf(scene)});
		scene.onRequest?.();
	};
	return scene;
}

export function headOf({bare}: HostedClone): string {
	return openBare(bare).head(`refs/heads/${branch}`)!;
}

export const threadOf = ({pull}: Pick<Scene, 'pull'>, id: string): ThreadData =>
	pull.data.reviewThreads.find(thread => thread.id === id)!;
