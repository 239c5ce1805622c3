import {join} from 'node:path';
import * as z from 'zod/mini';
import {
	type AccountLimits,
	type AskRefused,
	type HostAccount,
	ownLimits,
	type TakeTurn,
} from '../../code-host/write-limits.ts';
import {nextTurn, type WriteRule} from '../../code-host/write-rule.ts';
import {ensureFolder} from '../../system/ensure-folder.ts';
import {homeFolder} from '../../system/environment.ts';
import {messageOf, systemCode} from '../../system/errors.ts';
import {folderName} from '../../system/folder-name.ts';
import {type RecordForm, replaceRecord, takeRecord} from '../../system/records.ts';
import {countShape, ifShaped} from '../../system/shape.ts';
import {highestTicket, removeTicketsBelow, takeTicket, ticketText} from '../../system/tickets.ts';
import type {Context} from '../context.ts';

/** Limits of any account, all on one machine or all on one server. */
export type Turns = {
	of: (account: HostAccount) => AccountLimits;
	close: () => void;
};

/** Turns that all processes of a machine book in the state folder; only this one, if it cannot be written to. */
export function turnsOfMachine({env, now, log}: Pick<Context, 'env' | 'now' | 'log'>): Turns {
	const home = homeFolder('state', env);
	return {
		of({host, login}) {
			if (home === null) return ownLimits(now);
			const folder = join(home, 'write-limits', folderName(host), folderName(login));
			const own = ownLimits(now);
			let limits: AccountLimits = {take: fileTurns(folder, now), refused: fileRefusal(folder, {now, log})};
			const withoutFolder = (error: unknown): AccountLimits => {
				if (systemCode(error) === null) throw error;
				if (limits !== own)
					log('INFO', `Only this process counts its writes: ${folder} cannot be used: ${messageOf(error)}`);
				limits = own;
				return own;
			};
			return {
				take: rule => limits.take(rule).catch(error => withoutFolder(error).take(rule)),
				refused: saidMs => limits.refused(saidMs).catch(error => withoutFolder(error).refused(saidMs)),
			};
		},
		close() {},
	};
}

/** When a refusal began, and when it ends, in milliseconds since the epoch. */
type Refusal = {from: number; to: number};

const form: RecordForm<Refusal> = {kind: 'refusal', read: ifShaped(z.object({from: countShape, to: countShape}))};

/**
 * How long a host refuses all writes, as all processes of a machine read it in a folder.
 * @param folder absolute path; created if missing
 * @throws {Failure} `newer-record`; the error of the system
 */
export function fileRefusal(folder: string, {now, log}: Pick<Context, 'now' | 'log'>): AskRefused {
	const path = join(folder, 'refused.json');
	return async saidMs => {
		const leftMs = leftOf(await takeRecord(path, form, log), now());
		if (saidMs <= leftMs) return leftMs;
		await ensureFolder(folder);
		const refusal: Refusal = {from: Math.floor(now()), to: Math.ceil(now() + saidMs)};
		await replaceRecord(path, form.kind, refusal);
		return saidMs;
	};
}

/** A clock that was before the beginning was wrong then, or is now. */
const leftOf = (refusal: Refusal | null, now: number): number =>
	refusal === null || now < refusal.from ? 0 : Math.max(0, refusal.to - now);

/** A turn as its ticket has it, in milliseconds by the clock of the tickets. */
type BookedTurn = {
	turn: number;
	/** When it was booked. */
	at: number;
	/** How far the clock of the tickets was ahead of that of the machine. */
	ahead: number;
};

/** More than any window has turns. */
const kept = 1000;

/** A clock that goes back by more than this was wrong before; less is how far machines with one home folder may differ. */
const mostLagMs = 10 * 60_000;

/**
 * Turns that all processes of a machine book in a folder, one ticket each.
 * @param folder absolute path; created if missing
 * @param now milliseconds since the epoch
 */
export function fileTurns(folder: string, now: () => number): TakeTurn {
	async function book(rule: WriteRule): Promise<number | null> {
		const last = await highestTicket(folder);
		const backs = [1, ...rule.windows.map(({most}) => most)];
		const booked = new Map(
			await Promise.all(backs.map(async back => [back, parse(await ticketText(folder, last + 1 - back))] as const)),
		);
		const ahead = aheadAfter(booked.get(1) ?? null, now());
		const at = now() + ahead;
		const turn = nextTurn(rule, at, back => booked.get(back)?.turn ?? null);
		const ticket = await takeTicket(folder, last, `${turn} ${at} ${ahead}`, kept);
		if (ticket === null) return null;
		if (ticket % (kept / 10) === 0) await removeTicketsBelow(folder, ticket - kept);
		return turn - at;
	}

	return async rule => {
		await ensureFolder(folder);
		for (;;) {
			const ms = await book(rule);
			if (ms !== null) return ms;
		}
	};
}

/** Turns of a time that has not come yet would block all others until then, so the clock of the tickets never goes back. */
function aheadAfter(last: BookedTurn | null, now: number): number {
	if (last === null) return 0;
	const lag = last.at - (now + last.ahead);
	return lag > mostLagMs ? last.ahead + lag : last.ahead;
}

function parse(ticket: string | null): BookedTurn | null {
	const [, turn, at, ahead] = /^(\d+) (\d+) (\d+)$/.exec(ticket ?? '') ?? [];
	return turn === undefined ? null : {turn: Number(turn), at: Number(at), ahead: Number(ahead)};
}
