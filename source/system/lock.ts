import {lstat, lutimes, readFile, readlink} from 'node:fs/promises';
import {hostname} from 'node:os';
import {join} from 'node:path';
import {Failure} from '../failure.ts';
import {ensureFolder} from './ensure-folder.ts';
import {ifMissing, systemCode} from './errors.ts';
import {onFirstUse} from './on-first-use.ts';
import {highestTicket, makeTicket, removeTicketsBelow, takeTicket, ticketText} from './tickets.ts';

/** This process's id, and whether another process is still running. */
export type Processes = {pid: number; isAlive: (pid: number) => boolean};

export type Lock = {
	/** Identifies the holder: process id, start time, counter and place, separated by spaces. */
	owner: string;
	release: () => Promise<void>;
	/** Gives the lock back as long as the work takes, as while a person is asked. @throws {Failure} `locked` if it is taken by then */
	whileFree: <Result>(work: () => Promise<Result>) => Promise<Result>;
};

/**
 * The lock is a folder of tickets; the highest one names the holder, or `free`. Taking the lock means creating the next
 * number, so if two processes find the same dead holder, only one of them succeeds.
 */
const folderOf = (records: string) => join(records, 'lock');

const freeMark = 'free';

/** Texts of this process's tickets. In a container, a dead process often had the same id as this one. */
const held = new Set<string>();
let made = 0;

/** The text of a ticket; null if it was removed, because there is a higher one. */
const textOf = async (folder: string, ticket: number) => (ticket === 0 ? freeMark : ticketText(folder, ticket));

function parse(owner: string): {pid: number; since: string; place: string | null} {
	const [pid, since = '', , place = null] = owner.split(' ');
	return {pid: Number(pid), since, place};
}

/** Whether the holder's process id is valid here: in another container or machine it means another process. */
const isHere = async (owner: string) => {
	const {place} = parse(owner);
	return place === null || place === (await placeOfProcesses());
};

async function holds(folder: string, ticket: number, owner: string, {pid, isAlive}: Processes): Promise<boolean> {
	if (owner === freeMark) return false;
	if (!(await isHere(owner))) return isFresh(join(folder, String(ticket)));
	const holder = parse(owner).pid;
	return holder === pid ? held.has(owner) : isAlive(holder);
}

/** A holder touches its ticket at this interval, and counts as gone after this time without a touch. */
const touchedEveryMs = 10_000;
const goneAfterMs = 60_000;

/** Whether the holder touched its ticket recently: the only sign of life from another container or machine. */
async function isFresh(ticket: string): Promise<boolean> {
	const touched = await lstat(ticket).catch(ifMissing(null));
	return touched !== null && Date.now() - touched.mtimeMs < goneAfterMs;
}

/** Touches a ticket periodically. Returns a function that stops it. */
function keepFresh(ticket: string): () => void {
	const timer = setInterval(() => {
		const now = new Date();
		void lutimes(ticket, now, now).catch(() => {});
	}, touchedEveryMs);
	timer.unref();
	return () => clearInterval(timer);
}

/** The owner of the lock; null if it is free. */
export async function lockOwner(records: string, processes: Processes): Promise<string | null> {
	const folder = folderOf(records);
	for (;;) {
		const ticket = await highestTicket(folder);
		const owner = await textOf(folder, ticket);
		if (owner !== null) return (await holds(folder, ticket, owner, processes)) ? owner : null;
	}
}

async function locked(folder: string, owner: string, doing: string): Promise<Failure> {
	const {pid, since} = parse(owner);
	if (!(await isHere(owner))) {
		return new Failure(
			'failed',
			'locked',
			`Another pr-resolve (process ${pid} in another container or on another machine, since ${since}) is ${doing}.`,
			'Wait until it is done. If it was stopped, the lock becomes free after a minute.',
		);
	}
	return new Failure(
		'failed',
		'locked',
		`Another pr-resolve (process ${pid}, since ${since}) is ${doing}.`,
		`Wait until it is done. If process ${pid} is another program, delete the folder ${folder}`,
	);
}

async function take(folder: string, owner: string, processes: Processes, doing: string): Promise<number> {
	for (;;) {
		const last = await highestTicket(folder);
		const holder = await textOf(folder, last);
		if (holder === null) continue;
		if (await holds(folder, last, holder, processes)) throw await locked(folder, holder, doing);
		const ticket = await takeTicket(folder, last, owner);
		if (ticket !== null) return ticket;
	}
}

/**
 * Makes this process the only writer of a working tree, or what else has records. Takes over the lock of a process that no longer exists.
 *
 * @param records absolute path of the folder with the records of its runs
 * @param now milliseconds since the epoch
 * @param doing for the failure, what the holder is doing
 * @throws {Failure} `locked`: another process, or another run of this one, holds it
 */
export async function acquireLock(
	records: string,
	now: number,
	processes: Processes,
	doing = 'writing to this working tree or pull request',
): Promise<Lock> {
	const folder = folderOf(records);
	made += 1;
	const owner = `${processes.pid} ${new Date(now).toISOString()} ${made} ${await placeOfProcesses()}`;
	await ensureFolder(folder);
	const hold = () => holdTicket(folder, owner, processes, doing);
	let release = await hold();
	return {
		owner,
		release: () => release(),
		async whileFree(work) {
			await release();
			release = async () => {};
			try {
				return await work();
			} finally {
				release = await hold();
			}
		},
	};
}

/** Takes the next ticket. Returns a function that gives it back. */
async function holdTicket(
	folder: string,
	owner: string,
	processes: Processes,
	doing: string,
): Promise<() => Promise<void>> {
	// Before the ticket exists, so that our ticket always counts as held.
	held.add(owner);
	try {
		const ticket = await take(folder, owner, processes, doing);
		await removeTicketsBelow(folder, ticket);
		const stop = keepFresh(join(folder, String(ticket)));
		return () => {
			stop();
			return giveBack(folder, ticket, owner);
		};
	} catch (error) {
		held.delete(owner);
		throw error;
	}
}

async function giveBack(folder: string, ticket: number, owner: string): Promise<void> {
	held.delete(owner);
	try {
		if (await makeTicket(folder, ticket + 1, freeMark)) await removeTicketsBelow(folder, ticket + 1);
	} catch (error) {
		// If the disk has no room for the new ticket, the old one becomes invalid when this process ends.
		if (systemCode(error) === null) throw error;
	}
}

/** Identifies this boot of this machine and this container: process ids are only comparable within them. No spaces. */
export const placeOfProcesses = onFirstUse(findPlace);

async function findPlace(): Promise<string> {
	const [boot, space] = await Promise.all([
		readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
		readlink('/proc/self/ns/pid').catch(() => ''),
	]);
	// Systems without /proc have no containers that could share a working tree.
	const words = boot === '' && space === '' ? [hostname()] : [boot, space];
	return words.map(word => word.replace(/\s+/g, '')).join('/');
}
