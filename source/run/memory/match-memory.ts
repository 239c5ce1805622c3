import type {Finding} from '../../review/finding.ts';
import {nameOf, namesOf} from '../../review/reviewer.ts';
import type {Steps} from '../../review/steps.ts';
import {whyForPeople} from '../../review/weighty.ts';
import {compilePattern} from '../plan/path-pattern.ts';
import {type Entry, holdsOn} from './entry.ts';
import {compileWords} from './words.ts';

/** An entry that matches so many findings of a pull request, and this part of its bots' findings, is not used there. */
const tooBroad = {findings: 5, share: 0.3};

/** What a memory makes of the findings of a pull request. */
export type Matched = {
	/** The entry that holds for a finding, by its id. */
	declined: ReadonlyMap<string, Entry>;
	/** Entries that are not used, with how many findings of the bots each matches. */
	tooBroad: {entry: Entry; matches: number; of: number}[];
};

/**
 * Matches the findings of a pull request with the entries of a memory.
 * @param findings all of them, whatever filters leave out
 * @param today in UTC, `2026-11-29`
 * @param isAnswered whether a person has answered a finding in any of its threads
 */
export function* matchMemory(
	findings: readonly Finding[],
	entries: readonly Entry[],
	today: string,
	isAnswered: (finding: Finding) => boolean,
): Steps<Matched> {
	const asking = findings.filter(isAsking);
	const byName = groupByName(asking);
	const found = new Map<string, Entry>();
	const broad: Matched['tooBroad'] = [];
	const mayDecline = new Map(asking.map(finding => [finding, !isAnswered(finding) && whyForPeople(finding) === null]));
	for (const entry of entries.filter(one => holdsOn(one, today)).toSorted(byPrecedence)) {
		const matches = (byName.get(nameOf(entry.bot)) ?? []).filter(matcherOf(entry));
		yield;
		if (isTooMany(matches.length, asking.length)) {
			broad.push({entry, matches: matches.length, of: asking.length});
			continue;
		}
		for (const finding of matches) if (mayDecline.get(finding) && !found.has(finding.id)) found.set(finding.id, entry);
	}
	return {declined: found, tooBroad: broad};
}

/** Whether so many matches are too many of the findings of a pull request. */
export const isTooBroad = (matches: number, findings: readonly Finding[]): boolean =>
	isTooMany(matches, findings.filter(isAsking).length);

const isTooMany = (matches: number, asking: number) => matches > Math.max(tooBroad.findings, asking * tooBroad.share);

/** Findings by each name of their bots, in their order. */
function groupByName(findings: readonly Finding[]): Map<string, Finding[]> {
	const byName = new Map<string, Finding[]>();
	for (const [, ofBot] of Map.groupBy(findings, ({author}) => author?.login)) {
		for (const name of new Set(namesOf(ofBot[0]?.author ?? null))) {
			if (name !== '') byName.set(name, [...(byName.get(name) ?? []), ...ofBot]);
		}
	}
	return byName;
}

/** Of a bot, and for something. */
export const isAsking = ({author, disposition}: Finding): boolean =>
	author?.isBot === true && disposition?.outcome !== 'not-actionable';

/** Makes a test for findings of the bot of an entry: whether they are what it is about, without the limits. */
export function matcherOf({rule, category, path, words}: Entry): (finding: Finding) => boolean {
	const [isThere, isAbout] = [isOnPath(path), compileWords(words)];
	return finding =>
		(rule === undefined || finding.rule === rule) &&
		(category === undefined || finding.category === category.toLowerCase()) &&
		isAbout(finding.title) &&
		isThere(finding);
}

/** Makes a test for findings of a bot, by the name that reports give to it or its login. */
export function isOf(bot: string): (finding: Finding) => boolean {
	const name = nameOf(bot);
	return ({author}) => name !== '' && namesOf(author).includes(name);
}

/** Makes a test for findings on paths. A finding that is on no file is in no folder. */
export function isOnPath(pattern: string): (finding: Finding) => boolean {
	const fits = compilePattern(pattern);
	const fitsAll = /^(?:\.?\/)?\*\*(?:\/\*+)?$/.test(pattern);
	return ({path}) => (path === null ? fitsAll : fits(path));
}

/** The one that holds comes first: the narrower pattern for paths, then the later day. */
function byPrecedence(one: Entry, other: Entry): number {
	return (
		narrowness(other.path) - narrowness(one.path) ||
		compare(other.on, one.on) ||
		compare(other.until, one.until) ||
		compare(one.path, other.path)
	);
}

/** How many characters a pattern names. */
const narrowness = (path: string) => path.replace(/[*?]/g, '').length;

const compare = (one: string, other: string) => Number(one > other) - Number(one < other);
