import {isPersonsEdit} from '../review/finding.ts';
import {whyForPeople} from '../review/weighty.ts';
import {claimAll} from './claims.ts';
import type {Conflict} from './conflict.ts';
import {findConflictGroups} from './conflict-groups.ts';
import {changeIdOf, type Decision} from './decision.ts';
import {isMemoryFile, memoryFile} from './memory-file.ts';
import type {Policy} from './policy.ts';
import {authorsOf, isPlaced, optionsLookup, type PlacedProposal, type Proposal} from './proposal.ts';
import {type Hold, type Settlement, settle} from './settle.ts';
import {steersCommands} from './steering-files.ts';
import type {Structures} from './structured/structure.ts';
import {explainDistrust, isTrusted, mayEditCommands} from './trust.ts';

/**
 * What happens to a change. `apply`: it is to be written; `planned`: by another run; `applied`: an earlier run of this
 * session wrote it.
 */
export type Ruling = {
	proposal: Proposal;
	outcome:
		| 'apply'
		| 'planned'
		| 'applied'
		| 'already-applied'
		| 'conflict'
		| 'stale'
		| 'needs-person'
		| 'declined'
		| 'failed';
	/** Empty if there is nothing to explain. */
	reason: string;
	/** The reason is that people have answered it, or another side of its conflict. */
	isAnswered?: true;
};

/** The decisions of a run, in the order of the proposals. */
export type Plan = {rulings: Ruling[]; conflicts: Conflict[]};

const isAgentsDecline = ({by, action}: Decision) => by === 'agent' && action === 'decline';

type Verdict = Omit<Ruling, 'proposal'>;

/** Rules on every proposal. The rulings do not depend on the order of the proposals. */
export function decide(
	proposals: readonly Proposal[],
	policy: Policy,
	decisions: readonly Decision[] = [],
	structures: Structures = new Map(),
): Plan {
	const byChange = new Map(decisions.map(decision => [changeIdOf(decision), decision]));
	// Of merged changes, one may be declined as a repetition of another: any other decision takes precedence.
	const decisionOn = ({change, aliases, findings}: Proposal) => {
		const made = [change.id, ...aliases].flatMap(id => byChange.get(id) ?? []);
		// An agent cannot decline what it proposes together with another comment that only a person can decline.
		const isForPeople = made.some(isAgentsDecline) && findings.some(finding => whyForPeople(finding) !== null);
		const all = isForPeople ? made.filter(decision => !isAgentsDecline(decision)) : made;
		return all.find(({action}) => action !== 'decline') ?? all[0];
	};
	const isPicked = ({change, aliases}: Proposal) => [change.id, ...aliases].some(id => policy.picked?.has(id));
	const optionsOf = optionsLookup();
	const made = new Set(proposals.filter(({placement}) => placement.kind === 'already-applied').flatMap(optionsOf));
	const isSettled = (proposal: Proposal) => optionsOf(proposal).every(options => made.has(options));

	const verdicts = new Map<Proposal, Verdict>();
	const candidates: PlacedProposal[] = [];
	for (const proposal of proposals) {
		if (!isPlaced(proposal)) verdicts.set(proposal, judgeUnplaced(proposal, decisionOn(proposal)));
		else {
			const verdict = judgeAlone(proposal, policy, decisionOn(proposal), isSettled);
			if (verdict) verdicts.set(proposal, verdict);
			else candidates.push(proposal);
		}
	}

	const claimsOf = claimAll(candidates, structures);
	const heldBecause = (proposal: Proposal) => (decisionOn(proposal) ? undefined : heldBy(proposal, policy));
	const settlements = findConflictGroups(candidates, claimsOf).map(group =>
		settle(group, claimsOf, policy, {decisionOn, isPicked, heldBecause}),
	);
	for (const settlement of settlements) recordSettlement(settlement, verdicts);
	for (const proposal of candidates) {
		const held = heldBecause(proposal);
		const {outcome} = verdicts.get(proposal) ?? {outcome: 'apply'};
		if (held && outcome === 'apply') verdicts.set(proposal, {outcome: 'needs-person', ...held});
		if (!verdicts.has(proposal)) verdicts.set(proposal, judgeUndisputed(proposal, policy));
	}
	return {
		rulings: proposals.flatMap(proposal => {
			const verdict = verdicts.get(proposal);
			return verdict ? [{proposal, ...verdict}] : [];
		}),
		conflicts: settlements.map(({conflict}) => conflict),
	};
}

function judgeUndisputed({placement}: PlacedProposal, {mode, imposed}: Policy): Verdict {
	if (mode !== 'conflicts-only') return {outcome: 'apply', reason: placement.reason};
	const reason = 'not in a conflict, and the mode is conflicts-only';
	return imposed ? {outcome: 'needs-person', reason: `${reason} (${imposed})`} : {outcome: 'declined', reason};
}

function judgeUnplaced({placement: {kind, reason}}: Proposal, decision: Decision | undefined): Verdict {
	const isDeclined = decision?.action === 'decline';
	if (kind === 'already-applied') {
		return {outcome: kind, reason: isDeclined ? `${reason}; a decline does not remove it` : reason};
	}
	// A declined change does not have to be placed.
	if (isDeclined) return declined(decision);
	return {outcome: kind === 'refused' ? 'failed' : 'stale', reason};
}

const declined = ({reason, shown}: Decision): Verdict => ({
	outcome: 'declined',
	reason: shown ?? reason ?? 'no reason given',
});

/** Not even a decision makes a comment change what a team has declined for good. */
const isForPeople = `only people change ${memoryFile}, by hand or with pr-resolve memory`;

/** The verdict on a change regardless of conflicts; null if nothing speaks against it. */
function judgeAlone(
	proposal: PlacedProposal,
	policy: Policy,
	decision: Decision | undefined,
	isSettled: (proposal: Proposal) => boolean,
): Verdict | null {
	const {findings} = proposal;
	if (decision?.action === 'decline') return declined(decision);
	if (isMemoryFile(proposal.path)) return {outcome: 'needs-person', reason: isForPeople};
	if (decision) return null;
	if (!findings.some(finding => isTrusted(finding, policy))) {
		const [first] = findings;
		return {outcome: 'needs-person', reason: first ? explainDistrust(first) : ''};
	}
	if (policy.outward?.runsCode && !mayChangeCommands(proposal, policy)) {
		return {outcome: 'needs-person', reason: 'held back: it can change what the verification runs'};
	}
	const {doubt} = proposal.placement;
	if (doubt !== undefined) return {outcome: 'needs-person', reason: doubt};
	if (!isSettled(proposal)) return null;
	return {outcome: 'declined', reason: 'another option of this comment is already applied'};
}

function heldBy(proposal: Proposal, {held, answered}: Policy): Hold | undefined {
	const reason = reasonIn(held, proposal);
	if (reason !== undefined) return {reason};
	const answer = reasonIn(answered, proposal);
	return answer === undefined ? undefined : {reason: answer, isAnswered: true};
}

const reasonIn = (reasons: Policy['held'], {change, aliases}: Proposal) =>
	[change.id, ...aliases].map(id => reasons?.get(id)).find(reason => reason !== undefined);

const mayChangeCommands = ({path, change, findings}: Proposal, policy: Policy) =>
	!steersCommands(path) || (change.from !== 'model' && findings.some(finding => mayEditCommands(finding, policy)));

function recordSettlement({conflict, chosen, lost, open}: Settlement, verdicts: Map<Proposal, Verdict>): void {
	const {reason, isAnswered} = conflict;
	for (const proposal of chosen) verdicts.set(proposal, {outcome: 'apply', reason: proposal.placement.reason});
	for (const proposal of open) verdicts.set(proposal, {outcome: 'conflict', reason, ...(isAnswered && {isAnswered})});
	for (const {proposal, winner, criterion} of lost) {
		verdicts.set(proposal, {outcome: 'declined', reason: explainLoss(winner, proposal, criterion)});
	}
}

function explainLoss(winner: Proposal, loser: Proposal, criterion: string): string {
	if (isPersonsEdit(winner.change)) return 'your edit of these lines was chosen';
	const isSameComment = winner.findings.some(finding => loser.findings.includes(finding));
	const chosen = isSameComment ? 'another option of this comment' : `the change by ${authorsOf(winner)}`;
	return `${chosen} was chosen: ${criterion}`;
}
