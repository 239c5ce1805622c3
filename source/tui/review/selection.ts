import type {Ruling} from '../../resolve/decide.ts';
import {type ChangeDecision, type Decision, decidedId} from '../../resolve/decision.ts';
import {type Both, mergeBoth} from '../../resolve/merge-both.ts';
import {isPlaced, type Proposal} from '../../resolve/proposal.ts';
import type {Finding} from '../../review/finding.ts';
import {fileOf} from '../../run/files/snapshot.ts';
import type {Group} from '../../run/session/planned.ts';
import {count} from '../../text/sentences.ts';
import type {FindingRow} from './rows.ts';
import type {ReviewState} from './state.ts';

/** Changes in conflict, or a single change. */
export type Cluster = {group: Group | null; sides: readonly Ruling[]};

export type SelectedFindings = {
	finding: Finding;
	/** Rulings on the finding's own changes. */
	own: readonly Ruling[];
	clusters: readonly Cluster[];
	/** The sides of all clusters, in order. */
	sides: readonly Ruling[];
	/** The selected side; undefined if the finding has no change. */
	side: Ruling | undefined;
	/** The cluster of the selected side. */
	cluster: Cluster | undefined;
};

export const selectedRow = ({list, cursor}: Pick<ReviewState, 'list' | 'cursor'>): FindingRow | null => {
	const row = list.rows[cursor];
	return row?.kind === 'finding' ? row : null;
};

export function selectionOf(state: ReviewState): SelectedFindings | null {
	const row = selectedRow(state);
	if (!row) return null;
	const judged = state.index.judged.get(row.id);
	const own = judged?.rulings ?? [];
	const clusters = clustersOf(own, state);
	const sides = clusters.flatMap(cluster => cluster.sides);
	const side = sides[Math.min(state.side, sides.length - 1)];
	const cluster = clusters.find(({sides}) => side !== undefined && sides.includes(side));
	return {finding: judged?.finding ?? row.entry.finding, own, clusters, sides, side, cluster};
}

function clustersOf(own: readonly Ruling[], {groups, index}: ReviewState): Cluster[] {
	const clusters = new Map<Group | Ruling, Cluster>();
	for (const ruling of own) {
		const group = groups.get(ruling.proposal.change.id) ?? null;
		const sides = group ? [...new Set(group.changes.flatMap(id => index.rulings.get(id) ?? []))] : [ruling];
		clusters.set(group ?? ruling, {group: sides.length > 1 ? group : null, sides});
	}
	return [...clusters.values()];
}

/** Index of the first side that is the finding's own, which is selected first. */
export function ownSide(state: ReviewState): number {
	const selection = selectionOf({...state, side: 0});
	if (!selection) return 0;
	const {sides, own} = selection;
	return Math.max(
		0,
		sides.findIndex(ruling => own.includes(ruling)),
	);
}

/** The changes that a decision is about: the selected side of a conflict, otherwise all of the finding. */
export function targetsOf({cluster, side, own}: SelectedFindings): Ruling[] {
	const wanted = cluster?.group && side ? [side] : [...own];
	return wanted.filter(({proposal, outcome}) => outcome !== 'applied' && isPlaced(proposal));
}

/** The finding that the selected side answers: the selected one, unless the side is only of another. */
export function findingOfSide({finding, side}: SelectedFindings): Finding {
	const {findings} = side?.proposal ?? {findings: []};
	return findings.find(({id}) => id === finding.id) ?? findings[0] ?? finding;
}

/** A decision on a change, which expires if its comment is edited. */
export function decisionOn(
	{change, findings}: Proposal,
	made: Pick<ChangeDecision, 'action'> & Partial<ChangeDecision>,
): ChangeDecision {
	const finding = findings.find(({changes}) => changes.some(({id}) => id === change.id));
	return {change: change.id, reason: null, text: null, bodyHash: finding?.bodyHash ?? null, by: 'person', ...made};
}

/** All ids that a decision on it may have: a change by a person can be a decision on its finding. */
export const idsOf = ({change, aliases, findings}: Proposal): string[] => [
	change.id,
	...aliases,
	...findings.map(({id}) => id),
];

/** The decisions on a finding and its changes. */
export function decisionsOn(id: string, {index, history}: Pick<ReviewState, 'index' | 'history'>): Decision[] {
	const {now} = history;
	if (now.size === 0) return [];
	const proposals = index.judged.get(id)?.rulings.map(({proposal}) => proposal) ?? [];
	return [...new Set([id, ...proposals.flatMap(idsOf)].flatMap(each => now.get(each) ?? []))];
}

/** The findings that a selection asks for, if they were declined or reverted before and nothing is decided on them; else none. */
export function atRest(state: ReviewState): Finding[] {
	const selection = selectionOf(state);
	if (!selection || !state.planned) return [];
	const {decisions, recalled} = state.planned.analysis;
	const earlier = new Set([
		...decisions.flatMap(decision =>
			decision.by === 'earlier' || decision.by === 'memory' ? decidedId(decision) : [],
		),
		...(recalled?.held.keys() ?? []),
	]);
	const finding = findingOfSide(selection);
	const own = selection.own.filter(({proposal}) => proposal.findings.some(({id}) => id === finding.id));
	const ids = [finding.id, ...own.flatMap(({proposal}) => idsOf(proposal))];
	if (!ids.some(id => earlier.has(id)) || ids.some(id => state.history.now.has(id))) return [];
	const all = [finding, ...own.flatMap(({proposal}) => proposal.findings)];
	return [...new Map(all.map(one => [one.id, one])).values()];
}

/** The merge of the two sides of the selected conflict, or why there is none. */
export function mergeOf(state: ReviewState): {both: Both} | {reason: string} {
	const {planned} = state;
	const selection = selectionOf(state);
	if (!selection) return {reason: 'no finding is selected'};
	const {cluster} = selection;
	if (!cluster?.group || !planned) return {reason: 'this is not part of a conflict'};
	const placed = cluster.sides.map(({proposal}) => proposal).filter(isPlaced);
	const [one, other] = placed;
	if (!one || !other || cluster.sides.length > 2) return {reason: 'only two sides can be merged'};
	if (placed.some(({change}) => change.from === 'person'))
		return {reason: 'one side is your own edit; edit it instead'};
	const both = mergeBoth(one, other, fileOf(planned.analysis.snapshot, one.path).text.lines);
	return both ? {both} : {reason: 'they change the same lines; choose one, or edit it'};
}

/** Whether the user decided to apply all of these changes. */
const areChosen = (targets: readonly Ruling[], {history: {now}}: Pick<ReviewState, 'history'>): boolean =>
	targets.every(({proposal}) =>
		idsOf(proposal).some(id => !['decline', 'reconsider'].includes(now.get(id)?.action ?? 'decline')),
	);

/** Whether the user decided to apply these changes and no other side of their conflict. */
export function areDecided(selection: SelectedFindings, state: Pick<ReviewState, 'history'>): boolean {
	const targets = targetsOf(selection);
	const {group = null, sides = []} = selection.cluster ?? {};
	const others = group ? sides.filter(side => !targets.includes(side)) : [];
	return areChosen(targets, state) && !others.some(side => areChosen([side], state));
}

/** The suggested code of the selected side; without any, the whole comment as its reviewer wrote it. `what`: in words. */
export function copyOf(state: ReviewState): {what: string; text: string} {
	const selection = selectionOf(state);
	const {replacement = []} = selection?.side?.proposal.change ?? selection?.finding.changes[0] ?? {};
	if (replacement.length > 0)
		return {what: `${count(replacement.length, 'line')} of code`, text: replacement.join('\n')};
	return {what: 'the comment', text: selection ? bodyOf(selection.finding, state) : ''};
}

/** The address of the selected comment; null if it has none. */
export const linkOf = (state: ReviewState): string | null => selectionOf(state)?.finding.source.url ?? null;

function bodyOf({source, thread, title}: Finding, {run: {pullRequest}}: ReviewState): string {
	const {reviews = [], comments = []} = pullRequest ?? {};
	const posts = {thread: thread?.comments ?? [], review: reviews, comment: comments}[source.kind];
	return posts.find(({id}) => id === source.commentId)?.body ?? title;
}
