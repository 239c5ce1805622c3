import {type Severity, severityRank} from '../../review/finding.ts';
import {isSecurityCategory} from '../../review/weighty.ts';
import {formatRule, type IgnoreRule, ignoreRules} from '../../settings/ignore.ts';
import {compilePattern} from '../plan/path-pattern.ts';
import {type BlockName, blocks, inBlock, shareIn} from './block.ts';
import type {Group, Placed} from './groups.ts';
import {leastFor, type Share} from './share.ts';

/** What could be hidden, with what became of it. */
export type Advice = {
	/** The row that it comes from. */
	row: string;
	/** Whether the rule hides findings of lesser severity as well. */
	isAtMost: boolean;
	bot: string;
	/** Null if it states none. */
	severity: Severity | null;
	/** Null for all files. */
	path: string | null;
	/** The rule, as the setting `ignore` takes it. */
	ignore: string;
	/** Of what the rule would hide, the blocks that have a finding that can be decided. */
	shares: {block: BlockName; share: Share}[];
};

const mostLines = 5;

/** Of what is hidden, at most this part may have been of use. */
const mostUsed = 0.2;

/** What little came of, the most findings first; nothing that is a part of another advice. */
export function adviceFrom(groups: readonly Group[]): Advice[] {
	const chosen: {group: Group; rule: IgnoreRule; hidden: Placed[]; shares: Advice['shares']}[] = [];
	const found = groups.flatMap(group => {
		const rule = ruleFor(group);
		if (rule === null || !isLittleUsed(sharesOf(group.placed))) return [];
		const hidden = hiddenBy(rule, groups);
		const shares = sharesOf(hidden);
		return isLittleUsed(shares) && !hasUsedRow(hidden, groups) ? [{group, rule, hidden, shares}] : [];
	});
	for (const each of found.toSorted((one, other) => other.hidden.length - one.hidden.length)) {
		const told = new Set(chosen.flatMap(({hidden}) => hidden));
		if (!each.hidden.every(placed => told.has(placed))) chosen.push(each);
	}
	return chosen.slice(0, mostLines).map(({group: {name, severity, path}, rule, hidden, shares}) => ({
		row: name,
		bot: rule.bot,
		severity: severity === null ? null : rule.atMost,
		isAtMost: severity !== null && hidden.some(({finding}) => finding.severity !== severity),
		path,
		ignore: formatRule(rule),
		shares,
	}));
}

/** The rule that hides a group; null if there can be none. Findings without a severity count as minor. */
function ruleFor({reviewer, kind, category, severity, path, isElsewhere, placed}: Group): IgnoreRule | null {
	if (kind !== 'bot' || category !== null || isElsewhere || severity === 'unstated') return null;
	if (severity === null && placed.some(({finding}) => finding.severity !== null)) return null;
	const rule = {bot: reviewer, atMost: severity ?? 'minor', path: path ?? '**'};
	// What the setting does not accept, such as a blank in a path or a severity, has no rule.
	return ignoreRules.read([formatRule(rule)]) === undefined ? null : rule;
}

/** Whether a row that would be hidden with others is used more than what may be hidden. */
function hasUsedRow(hidden: readonly Placed[], groups: readonly Group[]): boolean {
	const inside = new Set(hidden);
	return groups
		.map(({placed}) => placed.filter(({finding}) => !isWeighty(finding)))
		.filter(placed => placed.every(each => inside.has(each)))
		.flatMap(sharesOf)
		.some(({share: {hits, of}}) => of >= leastFor.findings && hits > mostUsed * of);
}

/** What a rule would hide. */
function hiddenBy({bot, atMost, path}: IgnoreRule, groups: readonly Group[]): Placed[] {
	const whole = groups.find(({kind, reviewer}) => kind === 'bot' && reviewer === bot);
	const fits = path === '**' ? () => true : compilePattern(path);
	return (whole?.placed ?? []).filter(
		({finding}) =>
			!isWeighty(finding) && severityRank(finding.severity) <= severityRank(atMost) && fits(finding.path ?? ''),
	);
}

const isWeighty = ({severity, category}: Pick<Placed['finding'], 'severity' | 'category'>): boolean =>
	severityRank(severity) >= severityRank('major') || (category !== null && isSecurityCategory(category));

const sharesOf = (placed: readonly Placed[]): Advice['shares'] =>
	blocks.map(block => ({block, share: shareIn(inBlock(placed, block), block)})).filter(({share}) => share.of > 0);

/** One block proves it, and the other does not speak against it. */
const isLittleUsed = (shares: Advice['shares']): boolean =>
	shares.some(({share: {interval}}) => interval !== null && interval.high <= mostUsed) &&
	shares.every(({share: {hits, of}}) => hits <= mostUsed * of);
