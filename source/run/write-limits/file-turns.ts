import type {TakeTurn} from '../../code-host/write-limits.ts';
import {nextTurn, type WriteRule} from '../../code-host/write-rule.ts';
import {ensureFolder} from '../../system/ensure-folder.ts';
import {highestTicket, removeTicketsBelow, takeTicket, ticketText} from '../../system/tickets.ts';

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
