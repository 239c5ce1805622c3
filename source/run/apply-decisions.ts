import type {Decision} from '../resolve/decision.ts';
import {type Change, type Finding, hasCode} from '../review/finding.ts';
import type {Warning} from './warning.ts';

/** Applies the edits in decisions to the findings' changes; returns the decisions that are still valid, and warnings about the others. */
export function applyDecisions(
	findings: readonly Finding[],
	decisions: readonly Decision[],
): {findings: Finding[]; decisions: Decision[]; warnings: Warning[]} {
	const owners = new Map(findings.flatMap(finding => finding.changes.map(change => [change.id, finding] as const)));
	const last = new Map(decisions.map(decision => [decision.change, decision]));
	const warnings: Warning[] = [];
	const valid = decisions.filter(decision => {
		const finding = owners.get(decision.change);
		const why = whyIgnored(decision, finding, last.get(decision.change)!);
		if (!why) return true;
		const commentId = finding?.source.commentId ?? null;
		warnings.push({kind: 'decision-ignored', commentId, text: `the decision on ${decision.change} is ignored: ${why}`});
		return false;
	});
	const texts = new Map(valid.flatMap(({change, text, action}) => (action === 'edit' ? [[change, text!]] : [])));
	const edit = (change: Change) => {
		const text = texts.get(change.id);
		return text === undefined ? change : {...change, replacement: linesOf(text)};
	};
	const edited = findings.map(finding =>
		hasCode(finding) ? {...finding, changes: finding.changes.map(edit)} : finding,
	);
	return {findings: edited, decisions: valid, warnings};
}

function whyIgnored(decision: Decision, finding: Finding | undefined, last: Decision): string | null {
	if (!finding) return 'there is no such change';
	const {bodyHash} = decision;
	if (bodyHash !== null && bodyHash !== finding.bodyHash) return 'its comment has been edited since';
	return decision === last ? null : 'a later decision replaces it';
}

/** A final line end does not add an empty line. */
function linesOf(text: string): string[] {
	return text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
}
