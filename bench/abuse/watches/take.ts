import {mkdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {bot} from '../../../test/emulators/github/data.ts';
import {runChild} from '../../child.ts';
import {describe} from '../closing/finish.ts';
import {branch, type HostedClones, openHostedClones, runGit} from '../closing/hosted-clone.ts';
import {type Death, type RunEnd, runUntil} from '../closing/run-until.ts';
import {type Random, randomOf} from '../random.ts';
import type {Program} from '../review-of-files.ts';
import {startBilled} from './billed.ts';
import {remark} from './deeds.ts';
import {judgeDeeds, judgeEnd, type Limits, reasonIn, unanswered, type WatchDocument} from './judge.ts';
import {invitePeople} from './people.ts';
import {failSometimes, files, setWatched, type Watched} from './watched.ts';

/** What is wrong with a trial, and what led to it. */
export type Taken = {seed: number; faults: string[]; past: readonly string[]; processes: number; kills: number};

/** Then it does not end by itself. */
const mostProcesses = 14;
const signals = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Watches pull requests on which others work, kills the watch at random and starts it again until it ends by itself. */
export async function takeWatches(
	count: number,
	seed: number,
	program: Program,
	onTaken: (taken: Taken) => void,
): Promise<void> {
	const clones = await openHostedClones(program, files);
	try {
		for (let index = 0; index < count; index += 1) onTaken(await takeOne(clones, seed + index, program));
	} finally {
		await clones.close();
	}
}

async function takeOne(clones: HostedClones, seed: number, program: Program): Promise<Taken> {
	const random = randomOf(seed);
	const hasClone = random.next() < 0.5;
	const name = `watch-${seed}`;
	const watched = await setWatched(clones, name, random);
	const {past, clock} = watched;
	const limits: Limits = {maxRounds: 1 + random.below(4), forMs: random.pick([600, 1800, 3600]) * 1000};
	const place = hasClone ? [] : ['--repo', watched.pull.data.repository, '--no-checkout'];
	const flags = ['--max-rounds', `${limits.maxRounds}`, '--for', `${limits.forMs / 1000}`];
	const args = ['watch', '7', ...place, '--publish', '--yes', '--json', ...flags];
	const model = await startBilled(random, 3);
	args.push(...(model?.flags ?? []));
	Object.assign(watched.env, model?.env);
	if (model) remark(watched, {author: bot('coderabbitai'), body: 'Please explain.'});
	past.push(args.join(' '));
	const pass = invitePeople(watched);
	const isFaulty = random.next() < 0.5;
	clock.onPass = pass;
	pass();
	let kills = random.below(5);
	const killed = kills;
	const faults: string[] = [];
	let document: WatchDocument | null = null;
	try {
		while (document === null && watched.processes < mostProcesses && faults.length === 0) {
			watched.processes += 1;
			const start = clock.now();
			const ended = await runOne(watched, args, {program, hasClone, isFaulty, isKilled: kills > 0, pass});
			kills -= 1;
			faults.push(
				...judgeEnd(watched, ended, clock.now() - start, limits),
				...judgeDeeds(watched, limits),
				...(model?.judge() ?? []),
			);
			document = await goOn(watched, ended, {hasClone, program});
		}
		if (document) faults.push(...unanswered(watched, reasonIn(document)));
		else if (faults.length === 0) faults.push(`it does not end by itself in ${mostProcesses} processes`);
		return {seed, faults: [...new Set(faults)], past, processes: watched.processes, kills: killed};
	} finally {
		await Promise.all([watched.close(), model?.close()]);
	}
}

/**
 * How a process is to be killed, if it is: at an effect, or by a signal at a request. `moment` is to be called at each of them.
 * @param requests how many it may have, at most
 */
export function deathOf(
	{next, below, pick}: Random,
	isKilled: boolean,
	requests: readonly number[],
): {death: Death; moment: () => void} {
	const {promise, resolve} = Promise.withResolvers<void>();
	let left = 1 + below(pick(requests));
	const moment = () => {
		left -= 1;
		if (left === 0) resolve();
	};
	const isGroup = next() < 0.3;
	if (!isKilled) return {death: null, moment};
	if (next() < 0.3) return {death: {at: 1 + below(pick([100, 400, 1500])), isGroup}, moment};
	return {death: {signal: pick(signals), when: promise, isGroup}, moment};
}

type Run = {program: Program; hasClone: boolean; isFaulty: boolean; isKilled: boolean; pass: () => void};

async function runOne(watched: Watched, args: readonly string[], run: Run): Promise<RunEnd> {
	const {random, clock, folder, past, gitHub} = watched;
	const {death, moment} = deathOf(random, run.isKilled, [20, 60, 200]);
	watched.onMoment = () => {
		run.pass();
		if (run.isFaulty) failSometimes(watched);
		moment();
	};
	const root = placeOf(watched, run);
	const env = {...watched.env, ...clock.env(), KILL_UNDER: run.hasClone ? root : watched.env.XDG_STATE_HOME!};
	const ended = await runUntil(death, {root, env, folder}, run.program, args);
	watched.onMoment = () => {};
	gitHub.faults.clear();
	watched.look();
	const by = death === null || ended.code !== null ? '' : 'signal' in death ? ` by ${death.signal}` : ' at an effect';
	const {end, reason = '', stoppedBy = ''} = (ended.json ?? {}) as Partial<WatchDocument>;
	past.push(`${watched.processes}: ${describe(ended)}${by} ${end ?? ''} ${stoppedBy} ${reason}`);
	return ended;
}

/** What the user does then; the document if that is to leave it. */
async function goOn(
	watched: Watched,
	ended: RunEnd,
	run: Pick<Run, 'hasClone' | 'program'>,
): Promise<WatchDocument | null> {
	const {random, past, env, root} = watched;
	const document = ended.json as WatchDocument | null;
	const remedy = document?.error?.remedy || document?.remedy || '';
	const own = /pr-resolve (apply --continue [\w-]+|undo [\w-]+(?: --publish)?)/.exec(remedy)?.[1];
	const git = /\b(git (?:pull|fetch|switch|push) [^\n`]+)/.exec(remedy)?.[1];
	const isOver = ended.code !== null && [0, 3, 5].includes(ended.code) && own === undefined && git === undefined;
	if (isOver) return document;
	if (random.next() < 0.3) {
		// As in CI, where the next job has a new clone and no records.
		past.push('a new clone, no records');
		rmSync(env.XDG_STATE_HOME!, {recursive: true, force: true});
		if (run.hasClone) cloneAgain(watched);
	} else if (own !== undefined) {
		const {CLOCK_URL, CLOCK_AHEAD_MS} = watched.clock.env();
		const stage = {...watched, root: placeOf(watched, run), env: {...env, CLOCK_URL, CLOCK_AHEAD_MS}};
		past.push(`${own}: ${describe(await runUntil(null, stage, run.program, [...own.split(' '), '--json']))}`);
	} else if (git !== undefined) {
		const {signal} = new AbortController();
		const {exitCode, stderr} = await runChild('/bin/sh', ['-c', git], {cwd: root, env, signal, timeoutMs: 60_000});
		// A person pushes what the program would not.
		watched.look('people');
		past.push(`${git}: ${exitCode} ${exitCode === 0 ? '' : stderr}`);
	}
	return null;
}

function placeOf({root, folder}: Watched, {hasClone}: Pick<Run, 'hasClone'>): string {
	const place = hasClone ? root : join(folder, 'elsewhere');
	mkdirSync(place, {recursive: true});
	return place;
}

function cloneAgain({root, env, bare}: Watched): void {
	rmSync(join(root, '.git/pr-resolve'), {recursive: true, force: true});
	rmSync(join(root, '.git/index.lock'), {force: true});
	runGit(root, env, 'fetch', '--quiet', bare, branch);
	runGit(root, env, 'reset', '--hard', '--quiet', 'FETCH_HEAD');
	runGit(root, env, 'clean', '-fdq');
}
