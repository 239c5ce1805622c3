import * as z from 'zod/mini';
import {identify} from '../../review/identity.ts';
import {longestPattern} from '../../settings/kind.ts';
import {differentWords, wordKey} from './words.ts';

/** How many words an entry without a rule has. */
export const wordCounts = {least: 2, most: 5};

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
export const entryShape = z
	.strictObject({
		/** The name that reports give to a bot, or its login. */
		bot: line(longest.name),
		/** The bot's id of its rule; absent: any. */
		rule: z.optional(line(longest.rule)),
		/** The category that the bot states; absent: any. */
		category: z.optional(line(longest.rule)),
		/** A pattern for paths, as settings have them. */
		path: z.string().check(z.minLength(1), z.maxLength(longestPattern), z.regex(/^[^\p{Cc}]+$/u)),
		/** They all stand in the title, as whole words. */
		words: z.array(word).check(z.maxLength(wordCounts.most)),
		reason: line(longest.reason),
		/** Who has declined it. */
		by: line(longest.name),
		/** The day of that, `2026-11-29`. */
		on: day,
		/** The last day on which it holds, in UTC. */
		until: day,
	})
	.check(
		z.refine(
			({rule, words}) => rule !== undefined || differentWords(words) >= wordCounts.least,
			`expected ${wordCounts.least} to ${wordCounts.most} different words, or a rule`,
		),
	);

/** What a team has declined for good: findings of one bot that ask for the same thing. */
export type Entry = z.infer<typeof entryShape>;

/** Stable: a hash of what it matches. Two entries for the same have the same. */
export const entryId = ({bot, rule, category, path, words}: Entry): string =>
	identify('d', bot.toLowerCase(), rule ?? null, category ?? null, path, ...words.map(wordKey).toSorted());

/** Whether an entry holds on a day, `2026-11-29`. */
export const holdsOn = ({until}: Pick<Entry, 'until'>, today: string): boolean => today <= until;

/** The day of a time in UTC. @param at milliseconds since the epoch */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** What an entry is about: `"t.Run subtests" of coderabbit in docs/*, until 2027-11-29`. */
export function scopeOf({words, rule, category, bot, path, until}: Entry): string {
	const what = [
		...(rule === undefined ? [] : [`rule ${rule}`]),
		...(category === undefined ? [] : [`category ${category}`]),
		...(words.length === 0 ? [] : [`"${words.join(' ')}"`]),
	].join(', ');
	return `${what} of ${bot} in ${path}, until ${until}`;
}
