import {
	type ChangeDecision,
	changeAt,
	changeIdOf,
	type Decision,
	decidedId,
	type FindingDecision,
	linesOfText,
	wordsForDone,
} from '../../resolve/decision.ts';
import {type Change, type Finding, hasCode, nothingProposed} from '../../review/finding.ts';
import type {FileRequest} from '../files/snapshot.ts';
import type {Warning} from '../warning.ts';

/**
 * Applies the decisions that change what findings propose: edits, and findings that are set aside. Returns the decisions
 * that are still valid, and warnings about the others.
 */
export function applyDecisions(
	findings: readonly Finding[],
	decisions: readonly Decision[],
): {findings: Finding[]; decisions: Decision[]; warnings: Warning[]} {
	const owners = new Map(
		findings.flatMap(finding => [finding, ...finding.changes].map(({id}) => [id, finding] as const)),
	);
	const last = new Map(decisions.map(decision => [decidedId(decision), decision]));
	const warnings: Warning[] = [];
	const valid = decisions.filter(decision => {
		const finding = owners.get(decidedId(decision));
		const why = whyIgnored(decision, finding, last);
		if (!why) return true;
		const commentId = finding?.source.commentId ?? null;
		const text = `the decision on ${decidedId(decision)} is ignored: ${why}`;
		warnings.push({kind: 'decision-ignored', commentId, text});
		return false;
	});
	const decided = new Map(valid.map(decision => [decidedId(decision), decision]));
	const editOf = (change: Change) => edited(change, decided.get(change.id) as ChangeDecision | undefined);
	const result = findings.map(finding => {
		const whole = decided.get(finding.id) as FindingDecision | undefined;
		if (whole && whole.action !== 'reconsider') return decideOn(finding, whole);
		return hasCode(finding) ? {...finding, changes: finding.changes.map(editOf)} : finding;
	});
	return {findings: result, decisions: valid, warnings};
}

/** The findings that no decision settles as a whole: a model need not be asked about the others. */
export function undecided(findings: readonly Finding[], decisions: readonly Decision[]): Finding[] {
	const decided = new Map(decisions.map(decision => [decidedId(decision), decision]));
	return findings.filter(finding => {
		const decision = decided.get(finding.id);
		return !decision || decision.action === 'reconsider' || !isForThisComment(decision, finding);
	});
}

/** The files that edits name, which no finding may be on. */
export const filesForDecisions = (decisions: readonly Decision[]): FileRequest[] =>
	decisions.flatMap(decision =>
		'place' in decision && decision.place ? [{path: decision.place.path, commits: []}] : [],
	);

function whyIgnored(
	decision: Decision,
	finding: Finding | undefined,
	last: ReadonlyMap<string, Decision>,
): string | null {
	if (!finding) return `there is no such ${'change' in decision ? 'change' : 'finding'}`;
	if (!isForThisComment(decision, finding)) return 'its comment has been edited since';
	if (decision !== last.get(decidedId(decision))) return 'a later decision replaces it';
	if ('change' in decision) {
		const whole = last.get(finding.id);
		const isWhole = whole && whole.action !== 'reconsider' && isForThisComment(whole, finding);
		return isWhole ? `the decision on finding ${finding.id} replaces it` : null;
	}
	return finding.disposition && 'leftOutBy' in finding.disposition ? `it is ${finding.disposition.reason}` : null;
}

const isForThisComment = ({bodyHash}: Decision, finding: Finding) => bodyHash === null || bodyHash === finding.bodyHash;

function edited(change: Change, decision: ChangeDecision | undefined): Change {
	if (decision?.action !== 'edit') return change;
	const {place} = decision;
	const text = decision.text ?? '';
	if (place) return changeAt(place, text, change.id);
	const replacement = linesOfText(text);
	return isSame(replacement, change.replacement) ? change : {...change, replacement, isEdited: true};
}

const isSame = (one: readonly string[], other: readonly string[]) =>
	one.length === other.length && one.every((line, index) => line === other[index]);

/** What a person wants of a finding replaces what it proposes. */
function decideOn(finding: Finding, decision: FindingDecision): Finding {
	if (decision.action !== 'edit') {
		const reason = decision.shown ?? decision.reason ?? wordsForDone;
		const {memory} = decision;
		return {...finding, ...nothingProposed({outcome: 'declined', reason, ...(memory && {memory})})};
	}
	const change = changeAt(decision.place, decision.text, changeIdOf(decision) ?? decision.finding);
	return {...finding, changes: [change], sketches: [], disposition: null};
}
