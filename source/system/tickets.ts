import {readdir, readlink, rm, symlink} from 'node:fs/promises';
import {join} from 'node:path';
import {ifMissing, systemCode} from './errors.ts';

/**
 * A folder of numbered tickets, by which processes take turns without a server. A ticket is a symbolic link whose target is
 * its text: the system creates it in one step, and only if there is none with that number. So of several processes that
 * take the next number, only one succeeds, and a process that dies leaves nothing half done.
 */

const isTicket = (name: string) => /^\d+$/.test(name);

/** The highest number, which is never removed; 0 if there is none. */
export async function highestTicket(folder: string): Promise<number> {
	const names = await readdir(folder).catch(ifMissing([]));
	return names.filter(isTicket).reduce((most, name) => Math.max(most, Number(name)), 0);
}

/** Creates the ticket; false if another process was first. */
export async function makeTicket(folder: string, ticket: number, text: string): Promise<boolean> {
	try {
		await symlink(text, join(folder, String(ticket)));
		return true;
	} catch (error) {
		if (systemCode(error) === 'EEXIST') return false;
		throw error;
	}
}

/** The text of a ticket; null if there is none with that number. */
export const ticketText = (folder: string, ticket: number): Promise<string | null> =>
	readlink(join(folder, String(ticket))).catch(ifMissing(null));

export async function removeTicketsBelow(folder: string, ticket: number): Promise<void> {
	const names = await readdir(folder);
	const old = names.filter(name => isTicket(name) && Number(name) < ticket);
	for (const name of old) await rm(join(folder, name), {force: true});
}

/**
 * Creates the ticket after the last one; null if another process was first.
 * @param kept how many tickets below the highest one are never removed
 */
export async function takeTicket(folder: string, last: number, text: string, kept = 0): Promise<number | null> {
	const ticket = last + 1;
	if (!(await makeTicket(folder, ticket, text))) return null;
	if ((await highestTicket(folder)) - ticket <= kept) return ticket;
	// The number was created and removed by others since we read the last one.
	await rm(join(folder, String(ticket)), {force: true});
	return null;
}
