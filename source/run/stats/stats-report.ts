import {type ExitCode, exitCodes} from '../../exit-code.ts';
import {percentile} from '../../llm/percentiles.ts';
import {byName} from '../../system/by-name.ts';
import {type Advice, adviceFrom} from './advice.ts';
import {type BlockName, blockOf, blocks, inBlock, shareIn} from './block.ts';
import {
	type CountedFinding,
	type CountedPull,
	type FindingClass,
	findingClasses,
	type NotCounted,
	notCounted,
	type StatsRead,
} from './counted.ts';
import {type Group, groupsOf, type Placed} from './groups.ts';
import type {Share} from './share.ts';

export const statsSchema = 'pr-resolve/stats@1';

/** The result of `stats --json`. Fields may be added; none changes its meaning. */
export type StatsReport = {
	schema: typeof statsSchema;
	scopes: readonly string[];
	/** ISO 8601, as the next one. */
	since: string;
	readAt: string;
	state: StatsRead['state'];
	/** Read, also those without a finding. */
	repositories: number;
	pullRequests: number;
	/** Bots by name, then people. */
	reviewers: ReviewerFigures[];
	/** Two blocks for each of them, and in each the whole first. */
	rows: StatsRow[];
	advice: Advice[];
	/** Behind the figures; those of people only if they were asked for. */
	findings: StatsFinding[];
	notCounted: Record<NotCounted, number>;
	unread: StatsRead['unread'];
	incomplete: string[];
	exitCode: ExitCode;
};

export type ReviewerFigures = {
	/** As its row is called. */
	name: string;
	reviewer: string;
	kind: Group['kind'];
	findings: number;
	pullRequests: number;
	/** Other comments that say the same. */
	repeats: number;
	/** Until a person's first answer; the median is null without one. */
	firstAnswer: {findings: number; medianMs: number | null};
	/** In pull requests whose number of lines is known; null without one. */
	per100Lines: {findings: number; changedLines: number} | null;
};

export type StatsRow = Omit<Group, 'placed'> & {
	block: BlockName;
	findings: number;
	pullRequests: number;
	/** Together all findings of the row. */
	classes: Record<FindingClass, number>;
	/** Of those that can be decided: of suggestions what was taken, of words where the lines were changed. */
	share: Share;
};

export type StatsFinding = CountedFinding & {
	block: BlockName;
	repository: string;
	number: number;
	pullRequest: string;
	/** Names of the rows that count it. */
	rows: string[];
};

/** @param people whether to list each of them */
export function reportStats(read: StatsRead, {people}: {people: boolean}): StatsReport {
	const {scopes, since, readAt, state, repositories, pulls, unread} = read;
	const groups = groupsOf(read, people);
	const incomplete = [...read.incomplete, ...pulls.flatMap(lacksOf)];
	const isWhole = unread.length === 0 && incomplete.length === 0;
	const ofReviewers = [...Map.groupBy(groups, ({kind, reviewer}) => `${kind} ${reviewer}`).values()];
	return {
		schema: statsSchema,
		...{scopes, since, readAt, state, repositories},
		pullRequests: pulls.length,
		reviewers: ofReviewers.flatMap(own => own.slice(0, 1).map(figuresOf)),
		rows: ofReviewers.flatMap(own => blocks.flatMap(block => own.flatMap(group => rowOf(group, block) ?? []))),
		advice: adviceFrom(groups),
		findings: findingsOf(groups, people),
		notCounted: byName(notCounted, kind => sumOf(pulls.map(pull => pull.notCounted[kind]))),
		unread,
		incomplete,
		exitCode: isWhole ? exitCodes.done : exitCodes.failed,
	};
}

const lacksOf = ({repository, number, incomplete}: CountedPull): string[] =>
	incomplete.map(text => `${repository}#${number}: ${text}`);

function figuresOf({name, reviewer, kind, placed}: Group): ReviewerFigures {
	const pulls = pullsOf(placed);
	const waits = placed.flatMap(({finding: {createdAt, answeredAt}}) =>
		createdAt === null || answeredAt === null ? [] : [Math.max(0, Date.parse(answeredAt) - Date.parse(createdAt))],
	);
	return {
		...{name, reviewer, kind},
		findings: placed.length,
		pullRequests: pulls.length,
		repeats: sumOf(placed.map(({finding}) => finding.repeats)),
		firstAnswer: {findings: waits.length, medianMs: waits.length === 0 ? null : percentile(waits, 0.5)},
		per100Lines: densityOf(placed),
	};
}

function densityOf(placed: readonly Placed[]): ReviewerFigures['per100Lines'] {
	const known = placed.filter(({pull}) => pull.changedLines !== null);
	const changedLines = sumOf(pullsOf(known).map(pull => pull.changedLines ?? 0));
	return changedLines === 0 ? null : {findings: known.length, changedLines};
}

/** Null without a finding in this block. */
function rowOf({placed, ...group}: Group, block: BlockName): StatsRow | null {
	const inside = inBlock(placed, block);
	if (inside.length === 0) return null;
	return {
		...group,
		block,
		findings: inside.length,
		pullRequests: pullsOf(inside).length,
		classes: byName(findingClasses, name => inside.filter(({finding}) => finding.class === name).length),
		share: shareIn(inside, block),
	};
}

function findingsOf(groups: readonly Group[], people: boolean): StatsFinding[] {
	const rowsOf = new Map<Placed, string[]>();
	for (const {name, placed} of groups) for (const each of placed) rowsOf.set(each, [...(rowsOf.get(each) ?? []), name]);
	return [...rowsOf].flatMap(([{finding, pull}, rows]) => {
		if (!finding.isBot && !people) return [];
		const {repository, number, url} = pull;
		return [{...finding, block: blockOf(finding), repository, number, pullRequest: url, rows}];
	});
}

const pullsOf = (placed: readonly Placed[]): CountedPull[] => [...new Set(placed.map(({pull}) => pull))];

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
