import {lstat, lutimes, mkdir, readdir, readlink, rm, symlink} from 'node:fs/promises';
import {join} from 'node:path';
import {Failure} from '../failure.ts';
import {systemCode} from '../system/errors.ts';
import {placeOfProcesses} from './process-place.ts';

/** Who this process is and how it can tell whether another one still runs. */
export type Processes = {pid: number; isAlive: (pid: number) => boolean};

export type Lock = {
	/** Names this holder: process and start. */
	owner: string;
	release: () => Promise<void>;
};

/**
 * The lock is a folder of numbered tickets; the highest one tells who holds it, or that it is free. A ticket is a
 * symbolic link whose target is the text: it comes into being whole, and only where there was none. Taking the lock
 * means making the next number, and the highest number is never removed, so of two that find the same dead holder
 * only one succeeds.
 */
const folderOf = (gitDir: string) => join(gitDir, 'pr-resolve', 'lock');

const free = 'free';

/** Texts of this process's tickets. In a container a dead process often had the very id that we have now. */
const held = new Set<string>();
let made = 0;

async function highest(folder: string): Promise<number> {
	const names = await readdir(folder).catch((error: unknown) => {
		if (systemCode(error) === 'ENOENT') return [];
		throw error;
	});
	return Math.max(0, ...names.filter(name => /^\d+$/.test(name)).map(Number));
}

/** Makes the ticket; false where somebody else made it first. */
async function make(folder: string, ticket: number, text: string): Promise<boolean> {
	try {
		await symlink(text, join(folder, String(ticket)));
		return true;
	} catch (error) {
		if (systemCode(error) === 'EEXIST') return false;
		throw error;
	}
}

/** The text of a ticket; null where there is none, or not any more: then there is a higher one. */
async function textOf(folder: string, ticket: number): Promise<string | null> {
	if (ticket === 0) return free;
	return readlink(join(folder, String(ticket))).catch((error: unknown) => {
		if (systemCode(error) === 'ENOENT') return null;
		throw error;
	});
}

function parse(owner: string): {pid: number; since: string; place: string | null} {
	const [pid, since = '', , place = null] = owner.split(' ');
	return {pid: Number(pid), since, place};
}

/** Whether a holder's process is one of those that we can see; elsewhere its id may be that of any other one. */
const isHere = async (owner: string) => {
	const {place} = parse(owner);
	return place === null || place === (await placeOfProcesses());
};

async function holds(folder: string, ticket: number, owner: string, {pid, isAlive}: Processes): Promise<boolean> {
	if (owner === free) return false;
	if (!(await isHere(owner))) return isFresh(join(folder, String(ticket)));
	const holder = parse(owner).pid;
	return holder === pid ? held.has(owner) : isAlive(holder);
}

/** A holder touches its ticket so often, in milliseconds, and counts as gone where it has not done so for so long. */
const touchedEveryMs = 10_000;
const goneAfterMs = 60_000;

/** Whether the holder of a ticket has touched it lately: that is all that shows from another container or machine. */
async function isFresh(ticket: string): Promise<boolean> {
	const touched = await lstat(ticket).catch((error: unknown) => {
		if (systemCode(error) === 'ENOENT') return null;
		throw error;
	});
	return touched !== null && Date.now() - touched.mtimeMs < goneAfterMs;
}

/** Touches a ticket until that is stopped. */
function keepFresh(ticket: string): () => void {
	const timer = setInterval(() => {
		const now = new Date();
		void lutimes(ticket, now, now).catch(() => {});
	}, touchedEveryMs);
	timer.unref();
	return () => clearInterval(timer);
}

async function removeBelow(folder: string, ticket: number): Promise<void> {
	const names = await readdir(folder);
	const old = names.filter(name => /^\d+$/.test(name) && Number(name) < ticket);
	for (const name of old) await rm(join(folder, name), {force: true});
}

/** Who writes to this work tree just now; null where nobody does. */
export async function lockOwner(gitDir: string, processes: Processes): Promise<string | null> {
	const folder = folderOf(gitDir);
	for (;;) {
		const ticket = await highest(folder);
		const owner = await textOf(folder, ticket);
		if (owner !== null) return (await holds(folder, ticket, owner, processes)) ? owner : null;
	}
}

async function locked(folder: string, owner: string): Promise<Failure> {
	const {pid, since} = parse(owner);
	if (!(await isHere(owner))) {
		return new Failure(
			'failed',
			'locked',
			`Another pr-resolve (process ${pid} in another container or on another machine, since ${since}) is writing to this work tree.`,
			'Wait until it is done. If it was stopped, the lock is free a minute later.',
		);
	}
	return new Failure(
		'failed',
		'locked',
		`Another pr-resolve (process ${pid}, since ${since}) is writing to this work tree.`,
		`Wait until it is done. If process ${pid} is something else, delete the folder ${folder}`,
	);
}

/** Makes the ticket behind the last one; null where somebody else did, before or while we looked. */
async function takeNext(folder: string, last: number, owner: string): Promise<number | null> {
	const ticket = last + 1;
	if (!(await make(folder, ticket, owner))) return null;
	if ((await highest(folder)) === ticket) return ticket;
	// The number had been made and removed again since we read the last one: the lock went on without us.
	await rm(join(folder, String(ticket)), {force: true});
	return null;
}

async function take(folder: string, owner: string, processes: Processes): Promise<number> {
	for (;;) {
		const last = await highest(folder);
		const holder = await textOf(folder, last);
		if (holder === null) continue;
		if (await holds(folder, last, holder, processes)) throw await locked(folder, holder);
		const ticket = await takeNext(folder, last, owner);
		if (ticket !== null) return ticket;
	}
}

/**
 * Makes this process the only writer of a work tree. The lock of a process that is gone is taken over.
 *
 * @param gitDir absolute path of the work tree's own git folder
 * @param now milliseconds since the epoch
 * @throws {Failure} `locked`: another process, or another run of this one, holds it
 */
export async function acquireLock(gitDir: string, now: number, processes: Processes): Promise<Lock> {
	const folder = folderOf(gitDir);
	made += 1;
	const owner = `${processes.pid} ${new Date(now).toISOString()} ${made} ${await placeOfProcesses()}`;
	await mkdir(folder, {recursive: true, mode: 0o700});
	// Before the ticket exists: nobody may ever see a ticket of ours that does not count as held.
	held.add(owner);
	try {
		const ticket = await take(folder, owner, processes);
		await removeBelow(folder, ticket);
		const stop = keepFresh(join(folder, String(ticket)));
		return {
			owner,
			release: () => {
				stop();
				return release(folder, ticket, owner);
			},
		};
	} catch (error) {
		held.delete(owner);
		throw error;
	}
}

async function release(folder: string, ticket: number, owner: string): Promise<void> {
	held.delete(owner);
	try {
		if (await make(folder, ticket + 1, free)) await removeBelow(folder, ticket + 1);
	} catch (error) {
		// No room for the new ticket: the old one stops counting when this process ends.
		if (systemCode(error) === null) throw error;
	}
}
