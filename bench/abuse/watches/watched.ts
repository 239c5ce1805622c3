import {openBare} from '../../../test/emulators/github/bare.ts';
import {type PullRequestBuilder, pullRequest, user} from '../../../test/emulators/github/data.ts';
import {type Fault, fault} from '../../../test/emulators/github/faults.ts';
import {startGitHub} from '../../../test/emulators/github/server.ts';
import {branch, type HostedClone, type HostedClones, runGit} from '../closing/hosted-clone.ts';
import type {Random} from '../random.ts';
import {type SharedClock, startSharedClock} from '../shared-clock.ts';

/** The branch of the pull request has been moved. */
type Move = {kind: 'move'; by: 'program' | 'people'; from: string; to: string};

/** A request of the program that has taken effect. */
type Write = {kind: 'write'; operation: string; target: string; body: string};

/** What has happened, in order, and during which process of the program (from 1). */
export type Happened = (Move | Write) & {process: number};

/** A pull request on a host, on which people and the program work at the same time. */
export type Watched = HostedClone & {
	pull: PullRequestBuilder;
	random: Random;
	clock: SharedClock;
	happened: Happened[];
	/** Threads that people have opened again. */
	unresolved: Set<string>;
	/** What people did and how processes ended, in order, for a person. */
	past: string[];
	/** How many processes there were. */
	processes: number;
	/** Called at each request of the program, when it has taken effect, and whenever time has passed. */
	onMoment: () => void;
	head: () => string;
	/** People move the branch. False if it has just been moved. */
	move: (to: string) => boolean;
	/** The next answers of the host are faulty. */
	fail: (...faults: Fault[]) => void;
	/** What there is of the program's pushes so far. */
	look: () => void;
};

export const files = {
	'list.txt': {content: lines('item', 20)},
	'notes.txt': {content: lines('note', 20)},
} as const;

const ref = `refs/heads/${branch}`;

function lines(word: string, count: number): string {
	return Array.from({length: count}, (_, index) => `${word} ${index + 1}\n`).join('');
}

export async function setWatched(clones: HostedClones, name: string, random: Random): Promise<Watched> {
	const clock = await startSharedClock();
	const repository = `octo/${name}`;
	const pull = pullRequest({repository, headRefName: branch, author: user('author')});
	for (const path of Object.keys(files)) pull.file(path);
	let [onAnswer, last, writes] = [() => {}, '', 0];
	const clone = await clones.copy(name, (bare, base) => {
		pull.data.headRefOid = base;
		last = base;
		const repositories = [{nameWithOwner: repository, folder: bare}];
		const options = {pullRequests: [pull], repositories, points: 1_000_000, now: clock.now};
		return startGitHub({...options, onAnswer: () => onAnswer()});
	});
	const {root, env, folder, gitHub} = clone;
	runGit(root, env, 'remote', 'set-url', 'origin', `${env.GITHUB_SERVER_URL}/${repository}.git`);
	// Commits are made now.
	const {GIT_AUTHOR_DATE: _, GIT_COMMITTER_DATE: __, ...own} = env;
	const bare = openBare(clone.bare);
	const watched: Watched = {
		...clone,
		...{pull, random, clock, happened: [], unresolved: new Set(), past: [], processes: 0, onMoment() {}},
		env: {...own, XDG_STATE_HOME: `${folder}/state`, XDG_CACHE_HOME: `${folder}/cache`, TMPDIR: folder},
		head: () => bare.head(ref)!,
		look() {
			const head = watched.head();
			if (head !== last) add({kind: 'move', by: 'program', from: last, to: head});
			last = head;
		},
		move(to) {
			watched.look();
			if (!bare.move(ref, to, last)) return false;
			add({kind: 'move', by: 'people', from: last, to});
			last = to;
			return true;
		},
		fail: (...faults) => gitHub.faults.next(...faults),
		async close() {
			await clock.close();
			await clone.close();
		},
	};
	const add = (what: Move | Write) => void watched.happened.push({...what, process: watched.processes});
	onAnswer = () => {
		watched.look();
		for (const {operation, variables} of gitHub.writes.slice(writes)) {
			const {thread, comment, pullRequest, body = ''} = variables as Record<string, string>;
			add({kind: 'write', operation, target: thread ?? comment ?? pullRequest ?? '', body});
		}
		writes = gitHub.writes.length;
		watched.onMoment();
	};
	return watched;
}

/** What may go wrong with the next requests: often once, at times until the program gives up. */
export function failSometimes({random, fail, past}: Watched): void {
	if (random.next() > 0.02) return;
	const [what, faulty] = random.pick<[string, () => Fault]>([
		['502', () => fault.status(502, 'Bad gateway')],
		['502 after it took effect', () => fault.html(502)],
		['cut', fault.cut],
		['a limit of 30 s', () => fault.secondaryLimit({retryAfter: 30})],
		['a limit of 10 min', () => fault.secondaryLimit({retryAfter: 600})],
	]);
	const count = random.pick([1, 1, 1, 2, 5]);
	fail(...Array.from({length: count}, faulty));
	past.push(`the host: ${count} times ${what}`);
}
