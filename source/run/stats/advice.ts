import {type Severity, severityRank} from '../../review/finding.ts';
import {isSecurityCategory} from '../../review/weighty.ts';
import {compilePattern} from '../plan/path-pattern.ts';
import {type BlockName, blocks, inBlock, shareIn} from './block.ts';
import type {Group, Placed} from './groups.ts';
import {leastFor, type Share} from './share.ts';

/** An entry of the setting `ignore`: what it fits is hidden, unless it is too weighty for that. */
export type IgnoreEntry = {bot: string; severity?: Severity; path?: string};

/** What could be hidden, with what became of it. */
export type Advice = {
	/** The row that it comes from. */
	row: string;
	/** Whether the entry hides findings of lesser severity as well. */
	isAtMost: boolean;
	ignore: IgnoreEntry;
	/** Of what the entry would hide, the blocks that have a finding that can be decided. */
	shares: {block: BlockName; share: Share}[];
};

const mostLines = 5;

/** Of what is hidden, at most this part may have been of use. */
const mostUsed = 0.2;

/** What little came of, the most findings first; nothing that is a part of another advice. */
export function adviceFrom(groups: readonly Group[]): Advice[] {
	const chosen: {group: Group; hidden: Placed[]; shares: Advice['shares']}[] = [];
	const found = groups.filter(mayBeHidden).flatMap(group => {
		if (!isLittleUsed(sharesOf(group.placed))) return [];
		const hidden = hiddenBy(group, groups);
		const shares = sharesOf(hidden);
		return isLittleUsed(shares) && !hasUsedRow(hidden, groups) ? [{group, hidden, shares}] : [];
	});
	for (const each of found.toSorted((one, other) => other.hidden.length - one.hidden.length)) {
		const told = new Set(chosen.flatMap(({hidden}) => hidden));
		if (!each.hidden.every(placed => told.has(placed))) chosen.push(each);
	}
	return chosen.slice(0, mostLines).map(({group, hidden, shares}) => ({
		row: group.name,
		isAtMost: group.severity !== null && hidden.some(({finding}) => finding.severity !== group.severity),
		ignore: entryFor(group),
		shares,
	}));
}

/** Whether there can be an entry for it. */
function mayBeHidden({kind, category, severity, isElsewhere, placed}: Group): boolean {
	if (kind !== 'bot' || category !== null || isElsewhere || severity === 'unstated') return false;
	// Without a severity, an entry reaches up to what nobody may hide.
	return severity === null ? placed.every(({finding}) => finding.severity === null) : !isWeighty({severity, category});
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

/** What the entry for a group would hide. */
function hiddenBy({reviewer, severity, path}: Group, groups: readonly Group[]): Placed[] {
	const whole = groups.find(other => other.kind === 'bot' && other.reviewer === reviewer);
	const fits = path === null ? () => true : compilePattern(path);
	const most = severityRank(severity === 'unstated' ? null : severity);
	return (whole?.placed ?? []).filter(
		({finding}) => !isWeighty(finding) && severityRank(finding.severity) <= most && fits(finding.path ?? ''),
	);
}

const isWeighty = ({severity, category}: Pick<Placed['finding'], 'severity' | 'category'>): boolean =>
	severityRank(severity) >= severityRank('major') || (category !== null && isSecurityCategory(category));

const entryFor = ({reviewer, severity, path}: Group): IgnoreEntry => ({
	bot: reviewer,
	...(severity !== null && severity !== 'unstated' && {severity}),
	...(path !== null && {path}),
});

const sharesOf = (placed: readonly Placed[]): Advice['shares'] =>
	blocks.map(block => ({block, share: shareIn(inBlock(placed, block), block)})).filter(({share}) => share.of > 0);

/** One block proves it, and the other does not speak against it. */
const isLittleUsed = (shares: Advice['shares']): boolean =>
	shares.some(({share: {interval}}) => interval !== null && interval.high <= mostUsed) &&
	shares.every(({share: {hits, of}}) => hits <= mostUsed * of);
