import {type Finding, severityRank} from '../../review/finding.ts';
import type {EarlierWord} from '../../review/remembered.ts';
import {nameOf, namesOf} from '../../review/reviewer.ts';
import type {Steps} from '../../review/steps.ts';
import {whyForPeople} from '../../review/weighty.ts';
import {formatRule, type IgnoreRule} from '../../settings/ignore.ts';
import {count} from '../../text/sentences.ts';
import {compilePattern} from '../plan/path-pattern.ts';
import type {RunWarning} from '../warning.ts';
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
const isTooBroad = (matches: number, findings: readonly Finding[]): boolean =>
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
const isAsking = ({author, disposition}: Finding): boolean =>
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
function isOf(bot: string): (finding: Finding) => boolean {
	const name = nameOf(bot);
	return ({author}) => name !== '' && namesOf(author).includes(name);
}

/** Makes a test for findings on paths. A finding that is on no file is in no folder. */
function isOnPath(pattern: string): (finding: Finding) => boolean {
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

/**
 * What a user's settings ignore: the personal form of a memory, with the same limits.
 * @param findings all of them, whatever filters leave out
 * @param isAnswered whether a person has answered a finding in any of its threads
 */
export function matchIgnored(
	findings: readonly Finding[],
	rules: readonly IgnoreRule[],
	isAnswered: (finding: Finding) => boolean,
): {words: EarlierWord[]; warnings: RunWarning[]} {
	const words: EarlierWord[] = [];
	const warnings: RunWarning[] = [];
	for (const rule of rules) {
		const [isByBot, isThere] = [isOf(rule.bot), isOnPath(rule.path)];
		const matches = findings.filter(
			finding =>
				isAsking(finding) &&
				isByBot(finding) &&
				severityRank(finding.severity) <= severityRank(rule.atMost) &&
				isThere(finding),
		);
		const reason = formatRule(rule);
		if (isTooBroad(matches.length, findings)) {
			const text = `"ignore: ${reason}" is too broad to be used here: it matches ${count(matches.length, 'finding')}`;
			warnings.push({kind: 'memory', commentId: null, text});
			continue;
		}
		const ids = matches.filter(finding => whyForPeople(finding) === null && !isAnswered(finding)).map(({id}) => id);
		const memory = {entry: 'ignore', by: 'you', reason, until: null, commit: null, isOwn: true} as const;
		words.push({kind: 'declined', ids, by: null, reason, at: 0, memory});
	}
	return {words, warnings};
}
