import {type Kind, number} from '../settings/kind.ts';
import {longSpelling} from './flags.ts';
import {usage} from './tokens.ts';

export const wholeNumber = (from: number) => number('<n>', {from, to: 1_000_000, whole: true});

export const seconds = (from: number, to: number) => number('<s>', {from, to, unit: ' (seconds)'});

/**
 * A moment of the past in milliseconds since the epoch: a date (2026-11-01), with a time (2026-11-01T12:00Z), or how long
 * ago it was (7d, 12h, 30m). @param now in milliseconds since the epoch
 */
export const pastMoment = (now: number): Pick<Kind<number>, 'accepted' | 'read'> => ({
	accepted: 'a date such as 2026-11-01, or a time until now such as 7d, 12h or 30m',
	read: raw => {
		const given = String(raw).trim();
		const [, count, unit] = /^(\d{1,5})([mhdw])$/.exec(given) ?? [];
		if (count !== undefined) return now - Number(count) * unitMs[unit as keyof typeof unitMs];
		if (!/^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?)?$/.test(given))
			return undefined;
		const moment = Date.parse(given);
		return Number.isNaN(moment) || moment > now ? undefined : moment;
	},
});

const unitMs = {m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000} as const;

/** The value of a flag that is no setting; `otherwise` if it was not passed. @throws {Failure} usage `bad-value` */
export function readFlag<Name extends string, Value, Otherwise = Value>(
	command: string,
	flags: Readonly<Record<Name, unknown>>,
	name: Name,
	kind: Pick<Kind<Value>, 'accepted' | 'read'>,
	otherwise: Otherwise,
): Value | Otherwise {
	const given = flags[name];
	if (given === null || (Array.isArray(given) && given.length === 0)) return otherwise;
	const value = kind.read(given);
	if (value !== undefined) return value;
	const message = `${longSpelling(name)} does not accept "${String(given)}".`;
	throw usage(command, 'bad-value', message, `Expected: ${kind.accepted}.`);
}
