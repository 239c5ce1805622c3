const unitsMs: Readonly<Record<string, number>> = {
	ms: 1,
	s: 1000,
	m: 60_000,
	h: 3_600_000,
	d: 86_400_000,
	w: 604_800_000,
};

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const waitPhrase = /(?:in|after|wait) ((?:[\d.]+ ?[a-z]+,? ?(?:and )?)+)/i;
const moment =
	/(?:\b(?:resets?|at|on|until)\b:? )(?:(?<month>[a-z]{3})[a-z]* (?<day>\d{1,2})(?:st|nd|rd|th)?(?:,? (?<year>20\d\d))?(?:,| at|,? )? ?)?(?:at )?(?<hour>\d{1,2})(?::(?<minute>\d\d))? ?(?<half>[ap])\.?m\b\.?(?: \((?<zone>[\w/+-]+)\))?/i;

/**
 * Reads when a limit ends from a client's message, in milliseconds from `now`: `resets 12:31pm (UTC)`,
 * `try again at Nov 24th, 2026 12:39 PM` (in this machine's zone if none is named), `try again in 2 days 3 hours`.
 * Null if the message has no time.
 */
export function readResetMs(text: string, now: number): number | null {
	const groups = moment.exec(text)?.groups;
	if (groups) return untilMoment(groups, now);
	const given = waitPhrase.exec(text)?.[1];
	return given === undefined ? null : sumOf(given);
}

function sumOf(text: string): number | null {
	const parts = [...text.matchAll(/([\d.]+) ?(ms|[a-z])/gi)].map(
		([, amount, unit = '']) => Number(amount) * (unitsMs[unit.toLowerCase()] ?? Number.NaN),
	);
	const sum = parts.reduce((left, right) => left + right, 0);
	return parts.length > 0 && Number.isFinite(sum) ? Math.ceil(sum) : null;
}

type Groups = Record<string, string | undefined>;

function untilMoment({month, day, year, hour, minute = '0', half = '', zone}: Groups, now: number): number | null {
	const hours = (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
	const offset = zoneOffset(zone, now);
	const today = new Date(now + offset);
	const wanted = (years: number, days: number) => {
		const given = month === undefined ? -1 : months.indexOf(month.toLowerCase());
		const [atMonth, atDay] = given < 0 ? [today.getUTCMonth(), today.getUTCDate()] : [given, Number(day)];
		const atYear = year === undefined ? today.getUTCFullYear() : Number(year);
		const wall = Date.UTC(atYear + years, atMonth, atDay + days, hours, Number(minute));
		return wall - zoneOffset(zone, wall - offset) - now;
	};
	// A time of day in the past means tomorrow, a date in the past means next year; less than a minute ago means now.
	const next = wanted(0, 0) >= -60_000 || year !== undefined ? wanted(0, 0) : month ? wanted(1, 0) : wanted(0, 1);
	return Number.isFinite(next) ? Math.max(0, next) : null;
}

/** A zone's offset from UTC at a moment, in milliseconds; this machine's offset if the zone is unknown. */
function zoneOffset(zone: string | undefined, at: number): number {
	try {
		const format = new Intl.DateTimeFormat('en-US', {timeZone: zone, timeZoneName: 'longOffset'});
		const name = format.formatToParts(at).find(({type}) => type === 'timeZoneName')?.value ?? '';
		// `GMT-05:00`, or `GMT` alone.
		const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
		return hours === undefined ? 0 : Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000;
	} catch {
		return -60_000 * new Date(at).getTimezoneOffset();
	}
}
