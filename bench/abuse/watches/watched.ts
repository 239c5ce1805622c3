import {pullRequest, user} from '../../../test/emulators/github/data.ts';
import {type Fault, fault} from '../../../test/emulators/github/faults.ts';
import {startGitHub} from '../../../test/emulators/github/server.ts';
import type {Environment} from '../../isolation.ts';
import {branch, type HostedClone, type HostedClones, runGit} from '../closing/hosted-clone.ts';
import type {Random} from '../random.ts';
import {type SharedClock, startSharedClock} from '../shared-clock.ts';
import {type Followed, follow, newWrites} from './followed.ts';

/** A pull request on a host, on which people and the program work at the same time. */
export type Watched = HostedClone &
	Followed & {
		clock: SharedClock;
		/** What people did and how processes ended, in order, for a person. */
		past: string[];
		/** Called at each request of the program, when it has taken effect, and whenever time has passed. */
		onMoment: () => void;
		/** The next answers of the host are faulty. */
		fail: (...faults: Fault[]) => void;
	};

export const files = {
	'list.txt': {content: lines('item', 20)},
	'notes.txt': {content: lines('note', 20)},
} as const;

function lines(word: string, count: number): string {
	return Array.from({length: count}, (_, index) => `${word} ${index + 1}\n`).join('');
}

export async function setWatched(clones: HostedClones, name: string, random: Random): Promise<Watched> {
	const clock = await startSharedClock();
	const repository = `octo/${name}`;
	const pull = pullRequest({repository, headRefName: branch, author: user('author')});
	for (const path of Object.keys(files)) pull.file(path);
	let onAnswer = () => {};
	const clone = await clones.copy(name, (bare, base) => {
		pull.data.headRefOid = base;
		const repositories = [{nameWithOwner: repository, folder: bare}];
		const options = {pullRequests: [pull], repositories, points: 1_000_000, now: clock.now};
		return startGitHub({...options, onAnswer: () => onAnswer()});
	});
	const {root, folder, gitHub, served} = clone;
	const env = {...clone.env, GITHUB_SERVER_URL: served};
	runGit(root, env, 'remote', 'set-url', 'origin', `${served}/${repository}.git`);
	const followed = follow(pull, {bare: clone.bare, env: ownHome(env, folder), random, now: clock.now});
	const watched: Watched = Object.assign(followed, {
		...{root, folder, gitHub, served, clock},
		...{past: [], onMoment() {}, fail: gitHub.faults.next},
		async close() {
			await clock.close();
			await clone.close();
		},
	});
	const news = newWrites(gitHub);
	onAnswer = () => {
		watched.look();
		for (const write of news()) watched.note(write);
		watched.onMoment();
	};
	return watched;
}

/** Folders of its own for all that is kept, and commits that are made now. */
export function ownHome(
	{GIT_AUTHOR_DATE: _, GIT_COMMITTER_DATE: __, ...env}: Environment,
	folder: string,
): Environment {
	return {...env, XDG_STATE_HOME: `${folder}/state`, XDG_CACHE_HOME: `${folder}/cache`, TMPDIR: folder};
}

/** What may go wrong with the next requests: often once, at times until the program gives up. */
export function failSometimes({random, fail, past}: Pick<Watched, 'random' | 'fail' | 'past'>): void {
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
