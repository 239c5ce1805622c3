import * as z from 'zod/mini';
import {longestPattern} from '../../settings/kind.ts';
import {type Entry, wordCounts} from './entry.ts';
import {differentWords} from './words.ts';

/** In characters. */
const longest = {name: 100, rule: 200, word: 60, reason: 300};

const line = (most: number) =>
	z.string().check(z.minLength(1), z.maxLength(most), z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*\S[^\p{Cc}\p{Zl}\p{Zp}]*$/u));

const word = z
	.string()
	.check(z.maxLength(longest.word), z.regex(/^(?=.*[\p{L}\p{N}])[^\s\p{Cc}]+$/u, 'expected one word'));

const isDay = (day: string) => {
	const time = Date.parse(`${day}T00:00:00Z`);
	return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
};

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/), z.refine(isDay, 'expected a day such as 2026-11-29'));

/** An entry that has more fields may hold for less than this version knows: it is not read. */
export const entryShape: z.ZodMiniType<Entry> = z
	.strictObject({
		bot: line(longest.name),
		rule: z.optional(line(longest.rule)),
		category: z.optional(line(longest.rule)),
		path: z.string().check(z.minLength(1), z.maxLength(longestPattern), z.regex(/^[^\p{Cc}]+$/u)),
		words: z.array(word).check(z.maxLength(wordCounts.most)),
		reason: line(longest.reason),
		by: line(longest.name),
		on: day,
		until: day,
	})
	.check(
		z.refine(
			({rule, words}) => rule !== undefined || differentWords(words) >= wordCounts.least,
			`expected ${wordCounts.least} to ${wordCounts.most} different words, or a rule`,
		),
	);
