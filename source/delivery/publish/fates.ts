import type {Ruling} from '../../resolve/decide.ts';
import {type Decision, decidedId, isByPerson} from '../../resolve/decision.ts';
import {isPlaced, type Proposal} from '../../resolve/proposal.ts';
import {type Committed, type Fate, isCommitted} from '../../review/closing/fate.ts';
import type {OpenReason} from '../../review/closing/stays-open.ts';
import {type Finding, hasCode, isPersonsEdit, type Place} from '../../review/finding.ts';
import {furtherRequest} from '../../review/further-request.ts';
import {whyForPeople} from '../../review/weighty.ts';
import {lastingIds} from '../../run/decisions/earlier.ts';
import type {FixProof, FixProofs} from '../../run/decisions/proven-fix.ts';
import {
	changeOutcomes,
	type JudgedFinding,
	judgeFindings,
	type Outcome,
	relevance,
	type Verdict,
} from '../../run/report/outcome.ts';
import type {RunState} from '../../run/state.ts';
import type {OnHead} from './on-head.ts';

/** Why something is not on the head, by its outcome in this run. */
const reasons: Readonly<Record<Outcome, OpenReason>> = {
	applied: 'not on GitHub yet',
	planned: 'not on GitHub yet',
	'already-applied': 'not on GitHub yet',
	stale: 'edited since',
	conflict: 'in conflict',
	'needs-person': 'needs review',
	'needs-model': 'in words',
	failed: 'failed',
	declined: 'declined',
	'not-actionable': 'excluded',
};

/** A finding with the fates of all that it asks for; none if it asks for nothing. `isApplied`: in a commit of ours, as suggested, but for its format. */
export type FatedFinding = JudgedFinding & {
	fates: readonly Fate[];
	isApplied: boolean;
	/** Whether what it asks for stands in its comment as code, and is placed to the letter. */
	isAsWritten: boolean;
	/** Ids of the changes that commits of ours have. */
	made: readonly string[];
	/** Those of them that are in other lines than their comments show, by the id of the change. */
	rewritten: ReadonlyMap<string, Committed>;
};

/** @param decisions those that the plan was made with */
export function fateFindings(
	state: RunState,
	decisions: readonly Decision[],
	onHead: OnHead,
	fixes: FixProofs,
): FatedFinding[] {
	const verdicts = changeOutcomes(state);
	const relevant = relevance(verdicts);
	const byChange = new Map(decisions.map(decision => [decidedId(decision), decision]));
	const dropped = new Set(state.verification?.state === 'failed' ? state.verification.dropped : []);

	const fateOf = (ruling: Ruling): Fate => {
		const done = onHead.change(ruling.proposal);
		if (done) return done;
		const {change, aliases} = ruling.proposal;
		const place = changedPlace(ruling);
		const outcome = verdicts.get(ruling)?.outcome ?? 'planned';
		const ids = [change.id, ...aliases];
		if (ids.some(id => dropped.has(id))) return {kind: 'breaks', place};
		if (outcome === 'declined') {
			const declines = ids.flatMap(id => byChange.get(id) ?? []).filter(isDecline);
			const decision = declines.find(isByPerson) ?? declines[0];
			if (decision) return declinedBy(decision, place);
			const winner = winnerOver(ruling, state);
			const done = winner && onHead.change(winner.proposal);
			const commit = done?.commit ?? null;
			if (commit !== null && commit !== 'before')
				return {kind: 'superseded', place, commit, isEdited: done?.kind === 'edited'};
		}
		return {kind: 'open', place, why: reasons[outcome]};
	};

	return judgeFindings(state, verdicts).map(judged => {
		const {finding, rulings, verdict} = judged;
		const edit = rulings.length === 0 ? onHead.edit(finding.id) : null;
		if (edit) return {...judged, isApplied: false, isAsWritten: false, made: [], rewritten: new Map(), fates: [edit]};
		const fates = [...relevant(rulings).map(fateOf), ...fateOfRest(judged), ...fateOfMore(finding, onHead)];
		const onIt = relevant(rulings).map(({proposal}) => ({proposal, done: onHead.change(proposal)}));
		const kinds = new Set(onIt.map(({done}) => done?.kind));
		const made = onIt.filter(({done}) => done && isCommitted(done)).flatMap(({proposal}) => lastingIds(proposal));
		const rewritten = new Map(
			onIt.flatMap(({proposal, done}) =>
				done && isCommitted(done) && done.kind !== 'fixed' ? [[proposal.change.id, done] as const] : [],
			),
		);
		const isApplied = (kinds.has('fixed') || kinds.has('reformatted')) && !kinds.has('edited');
		const place = finding.path === null ? null : {path: finding.path, lines: finding.lines};
		const isNothing = rulings.length === 0 && isWithoutRequest(verdict);
		const told = toldDone(byChange.get(finding.id));
		const rest = told ? declinedBy(told, place) : openFate(verdict.outcome, place);
		const all = fates.length > 0 || isNothing ? fates : [rest];
		const isAsWritten = onIt.length > 0 && onIt.every(({proposal}) => isLiteral(proposal));
		const changed = all.every(isSilent) ? changedFate(judged, fixes.get(finding.id)) : null;
		return {...judged, isApplied, isAsWritten, made, rewritten, fates: changed ? [changed] : all};
	});
}

/** Whether a change is what a reviewer wrote: not the answer of a model, an edit, a version or a merge of it. */
const isLiteral = ({change, placement}: Proposal): boolean =>
	!isPersonsEdit(change) && change.model === undefined && change.caution === null && placement.kind !== 'merged';

/** Whether nothing is to be said of it, because nothing of it is done or decided. */
const isSilent = ({kind}: Fate) => kind === 'open' || kind === 'remark' || kind === 'more';

/** Null if a person has declined it, or a filter excludes it, or it is not proven. */
function changedFate({finding, verdict: {outcome}}: JudgedFinding, proof: FixProof | undefined): Fate | null {
	if (!proof || 'why' in proof || outcome === 'declined' || outcome === 'not-actionable') return null;
	return {kind: 'changed', commit: proof.commit, isInWords: !hasCode(finding), forPeople: whyForPeople(finding)};
}

/** What only the team has declined for good is not answered. */
const isDecline = ({action, by}: Decision) => action === 'decline' && by !== 'rule' && by !== 'memory';

/** A person who has read something in words has nothing to say there, unless a mark gives a reason. */
const toldDone = (decision: Decision | undefined): Decision | null =>
	decision?.action === 'done' && (decision.by === 'agent' || decision.isTold) ? decision : null;

const declinedBy = ({by, reason}: Decision, place: Place | null): Fate => ({
	...{kind: 'declined', place, reason},
	...(by === 'agent' && {isAgents: true}),
});

/** What a finding asks for that none of its changes does. */
function fateOfRest({finding, rulings}: JudgedFinding): Fate[] {
	const {disposition, path, lines} = finding;
	if (!disposition || rulings.length === 0 || isWithoutRequest(disposition)) return [];
	return [openFate(disposition.outcome, path === null ? null : {path, lines})];
}

/** What a finding with code asks for besides. */
function fateOfMore(finding: Finding, onHead: OnHead): Fate[] {
	if (finding.changes.length === 0) return [];
	return onHead.lacksDiff(finding.id) || furtherRequest(finding) !== null ? [{kind: 'more'}] : [];
}

/** Without a change: a sketch that could not be placed is a suggestion all the same, other text is a remark. */
function openFate(outcome: Outcome, place: Place | null): Fate {
	const why = reasons[outcome];
	return remarkOutcomes.has(outcome) ? {kind: 'remark', why} : {kind: 'open', place, why};
}

const remarkOutcomes: ReadonlySet<Outcome> = new Set(['needs-person', 'needs-model', 'not-actionable']);

/** A filter excludes what asks for something all the same. */
const isWithoutRequest = ({outcome, leftOutBy}: Pick<Verdict, 'outcome' | 'leftOutBy'>) =>
	outcome === 'not-actionable' && leftOutBy === undefined;

function changedPlace({proposal}: Ruling): Place {
	const {path, placement, change} = proposal;
	const {start, end} = isPlaced(proposal) && 'start' in placement ? placement : change.original;
	return {path, lines: {start, end: Math.max(start, end)}};
}

/** The change that a rule chose instead; null if there is none. */
function winnerOver({proposal}: Ruling, {plan}: RunState): Ruling | null {
	const conflict = plan?.conflicts.find(({proposals}) =>
		proposals.some(({change}) => change.id === proposal.change.id),
	);
	if (!conflict || conflict.chosen === null) return null;
	return plan?.rulings.find(ruling => ruling.proposal.change.id === conflict.chosen) ?? null;
}
