import {identify} from '../../review/identity.ts';
import {wordKey} from './words.ts';

/** What a team has declined for good: findings of one bot that ask for the same thing. */
export type Entry = {
	/** The name that reports give to a bot, or its login. */
	bot: string;
	/** The bot's id of its rule; absent: any. */
	rule?: string | undefined;
	/** The category that the bot states; absent: any. */
	category?: string | undefined;
	/** A pattern for paths, as settings have them. */
	path: string;
	/** They all stand in the title, as whole words. */
	words: string[];
	reason: string;
	/** Who has declined it. */
	by: string;
	/** The day of that, `2026-11-29`. */
	on: string;
	/** The last day on which it holds, in UTC. */
	until: string;
};

/** How many words an entry without a rule has. */
export const wordCounts = {least: 2, most: 5};

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
