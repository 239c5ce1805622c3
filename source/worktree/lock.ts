import {mkdir, readdir, readlink, rm, symlink} from 'node:fs/promises';
import {join} from 'node:path';
import {Failure} from '../failure.ts';
import {systemCode} from './refusal.ts';

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

function parse(owner: string): {pid: number; since: string} {
	const [pid, since = ''] = owner.split(' ');
	return {pid: Number(pid), since};
}

function holds(owner: string, {pid, isAlive}: Processes): boolean {
	if (owner === free) return false;
	const holder = parse(owner).pid;
	return holder === pid ? held.has(owner) : isAlive(holder);
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
		const owner = await textOf(folder, await highest(folder));
		if (owner !== null) return holds(owner, processes) ? owner : null;
	}
}

function locked(folder: string, owner: string): Failure {
	const {pid, since} = parse(owner);
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
		if (holds(holder, processes)) throw locked(folder, holder);
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
	const owner = `${processes.pid} ${new Date(now).toISOString()} ${made}`;
	await mkdir(folder, {recursive: true});
	// Before the ticket exists: nobody may ever see a ticket of ours that does not count as held.
	held.add(owner);
	try {
		const ticket = await take(folder, owner, processes);
		await removeBelow(folder, ticket);
		return {owner, release: () => release(folder, ticket, owner)};
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
