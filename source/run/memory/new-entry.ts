import type {Finding} from '../../review/finding.ts';
import {botName} from '../../review/reviewer.ts';
import {atOnce} from '../../review/steps.ts';
import {dayOf, type Entry, wordCounts} from './entry.ts';
import {matchMemory} from './match-memory.ts';
import {compileWords, differentWords, wordKey} from './words.ts';

/**
 * The words of a title that are rarest among the findings at hand, the rarest and longest first: as many as an entry can have. A person
 * keeps those that matter.
 */
export function proposeWords({title}: Pick<Finding, 'title'>, findings: readonly Pick<Finding, 'title'>[]): string[] {
	const words = [...new Map(wordsIn(title).map(word => [wordKey(word), word])).values()];
	const inTitles = new Map(
		words.map(word => {
			const isThere = compileWords([word]);
			return [word, findings.filter(other => isThere(other.title)).length] as const;
		}),
	);
	const rareness = (word: string) => inTitles.get(word) ?? 0;
	const byRareness = (one: string, other: string) => rareness(one) - rareness(other) || other.length - one.length;
	return words.toSorted(byRareness).slice(0, wordCounts.most);
}

/** Words of at least three characters, without the marks around them. */
const wordsIn = (title: string): string[] =>
	title.split(/\s+/).flatMap(part => {
		const word = /[\p{L}\p{N}_](?:.*[\p{L}\p{N}_])?/u.exec(part)?.[0] ?? '';
		return [...word].length >= 3 && [...word].length <= 60 ? word : [];
	});

/** Words as a person types them, separated by blanks or commas. */
export const readWords = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

/** Why an entry that declines a finding cannot have these words; null if it can. */
export function whyNotWords(words: readonly string[], {rule, title}: Pick<Finding, 'rule' | 'title'>): string | null {
	const {least, most} = wordCounts;
	if (words.length > most) return `An entry has at most ${most} words`;
	const absent = words.find(word => !compileWords([word])(title));
	if (absent !== undefined) return `"${absent}" is no word of its title`;
	if (words.length === 0 && rule !== undefined) return null;
	return differentWords(words) < least ? `An entry needs ${least} to ${most} different words` : null;
}

/** Files of the same kind anywhere: tests by the end of their names, others by their extension. */
export function pathsLike(path: string | null): string {
	const name = path?.slice(path.lastIndexOf('/') + 1) ?? '';
	const end = /(?:[._-](?:test|spec))?\.[^.]+$/i.exec(name.replace(/^\.+/, ''))?.[0];
	return end === undefined ? (path ?? '**') : `**/*${end.replace(/[*?]/g, '')}`;
}

/** Who declines it, why, and when: milliseconds since the epoch. */
export type Decliner = {words: readonly string[]; reason: string; by: string; now: number};

/** The entry that declines findings like this one for a year. */
export function entryLike({author, rule, category, path}: Finding, {words, reason, by, now}: Decliner): Entry {
	const year = new Date(now);
	year.setUTCFullYear(year.getUTCFullYear() + 1);
	return {
		bot: botName(author) ?? '',
		...(rule !== undefined ? {rule} : category !== null && {category}),
		path: pathsLike(path),
		words: [...words],
		reason,
		by,
		on: dayOf(now),
		until: dayOf(year.getTime()),
	};
}

/** What an entry would decline of the findings of a pull request; `tooBroad`: how many it matches, if they are too many to use it there. */
export type Trial = {declined: readonly Finding[]; tooBroad: number | null};

/** @param now milliseconds since the epoch @param isAnswered as for `matchMemory` */
export function tryEntry(
	entry: Entry,
	findings: readonly Finding[],
	now: number,
	isAnswered: (finding: Finding) => boolean,
): Trial {
	const {declined, tooBroad} = atOnce(matchMemory(findings, [entry], dayOf(now), isAnswered));
	return {declined: findings.filter(({id}) => declined.has(id)), tooBroad: tooBroad[0]?.matches ?? null};
}
