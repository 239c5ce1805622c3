import fc from 'fast-check';
import {expect, test} from 'vitest';
import {readResetMs} from '../../../../source/llm/providers/client/reset-time.ts';

const now = Date.UTC(2026, 10, 20, 10, 31, 15);
const until = (...parts: [number, number, number, number, number]) => Date.UTC(...parts) - now;

test.each([
	["You've hit your 5-hour limit · resets 12:31pm (UTC)", until(2026, 10, 20, 12, 31)],
	["You've hit your limit · resets 3pm (America/New_York)", until(2026, 10, 20, 20, 0)],
	["You've hit your limit · resets 9am (UTC)", until(2026, 10, 21, 9, 0)],
	["You've hit your weekly limit · resets Nov 24, 12am (UTC)", until(2026, 10, 24, 0, 0)],
	["You've hit your limit · resets Jan 2 at 5:30pm (Europe/Berlin)", until(2027, 0, 2, 16, 30)],
	['try again at Nov 24th, 2026 12:39 PM (UTC).', until(2026, 10, 24, 12, 39)],
	['try again at Nov 1st, 2026 12:39 PM (UTC).', 0],
	['resets 10:31am (UTC)', 0],
	['Please try again in 2s.', 2000],
	['Please try again in 1.5s.', 1500],
	['Please try again in 120ms.', 120],
	['Please try again in 1m30s.', 90_000],
	['Please try again in 2 days 3 hours.', 183_600_000],
	['try again in 3 hours and 20 minutes', 12_000_000],
	['Quota exceeded. Check your plan and billing details.', null],
	['There is a problem in the works', null],
	['', null],
])('%s', (text, ms) => {
	expect(readResetMs(text, now)).toBe(ms);
});

test('a time without a zone is one of this machine', () => {
	const local = new Date(now);
	local.setHours(23, 59, 0, 0);
	expect(readResetMs('try again at 11:59 PM.', now)).toBe(local.getTime() - now);
});

test('an unknown zone counts as that of this machine', () => {
	expect(readResetMs('resets 11:59pm (Moon/Crater)', now)).toBe(readResetMs('resets 11:59pm', now));
});

test('for any text, the wait is null or not negative', () => {
	const words = fc.constantFrom(
		'resets',
		'at',
		'in',
		'try again',
		'12:31pm',
		'99:99 AM',
		'Feb 31',
		'Nov 24th, 2026',
		'(UTC)',
		'1.2.3',
		'2 days',
		'5',
		'pm',
		'7 parsecs',
	);
	const sentence = fc.array(fc.oneof(words, fc.string()), {maxLength: 12}).map(parts => parts.join(' '));
	fc.assert(
		fc.property(sentence, text => {
			const ms = readResetMs(text, now);
			expect(ms === null || (Number.isFinite(ms) && ms >= 0)).toBe(true);
		}),
	);
});
