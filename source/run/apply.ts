import type {DeliveryRequest} from '../delivery/request.ts';
import type {PublicationStep} from '../delivery/steps/table.ts';
import type {Plan} from '../resolve/decide.ts';
import {editsByFile} from '../resolve/file-edits.ts';
import {isPlaced} from '../resolve/proposal.ts';
import {formatText, spliceText} from '../resolve/text.ts';
import {writeFiles} from '../worktree/apply.ts';
import {requireCheckout} from '../worktree/checkout.ts';
import {gitOf, type Repository} from '../worktree/repository.ts';
import type {RunSummary} from '../worktree/run-record.ts';
import type {FileEdit} from '../worktree/write.ts';
import type {Analysis} from './analyze.ts';
import type {Context} from './context.ts';
import type {FileResult, RunEvent} from './events.ts';
import {fileOf} from './files/snapshot.ts';
import {nameOf} from './pull-request/name.ts';
import {targetOf} from './records/journal.ts';
import {runEditsOf} from './records/run-edits.ts';

/**
 * Writes the files of the plan as one run that can be undone; returns its id, or null if nothing was written.
 * @param delivery what was asked to follow, and the steps of it that the record has from the start; null for nothing
 * @throws {Failure} as `writeFiles`, `CheckoutMoved`
 */
export async function* apply(
	analysis: Analysis,
	plan: Plan,
	context: Context,
	delivery: {request: DeliveryRequest; steps: readonly PublicationStep[]} | null = null,
): AsyncGenerator<RunEvent, string | null> {
	const edits = planEdits(analysis, plan);
	if (edits.length === 0) {
		yield {type: 'written', runId: null, files: []};
		return null;
	}
	const result = await writeFiles({
		...targetOf(analysis.repository, context),
		files: edits,
		lookFirst: () => requireCheckout(gitOf(analysis.repository, {...context, offline: true}), analysis.repository),
		isTrial: delivery?.request.verify != null,
		run: {...summaryOf(analysis, plan, delivery?.request ?? null), publication: [...(delivery?.steps ?? [])]},
	});
	const refused = new Map(result.refused.map(({path, reason}) => [path, reason]));
	const files = edits.map(({path}): FileResult => {
		if (result.written.includes(path)) return {path, applied: countIn(plan, path), refused: null};
		return {path, applied: 0, refused: refused.get(path) ?? 'the run was interrupted before this file'};
	});
	yield {type: 'written', runId: result.id, files};
	return result.id;
}

/** What the record of a run says of a plan that it wrote. */
export function summaryOf(analysis: Analysis<Repository>, plan: Plan, delivery: DeliveryRequest | null): RunSummary {
	const applied = plan.rulings.filter(({outcome}) => outcome === 'apply');
	const {pullRequest} = analysis;
	return {
		pullRequest: nameOf(pullRequest),
		titles: applied.map(({proposal}) => proposal.findings[0]?.title ?? ''),
		details: {
			changes: applied.map(({proposal}) => proposal.change.id),
			findings: new Set(applied.flatMap(({proposal}) => proposal.findings)).size,
			number: pullRequest.number,
			head: pullRequest.headRefOid,
			closing: delivery,
		},
		edits: runEditsOf(plan, analysis),
	};
}

/** The files as a plan leaves them. */
export function planEdits({snapshot, structures}: Pick<Analysis, 'snapshot' | 'structures'>, plan: Plan): FileEdit[] {
	return [...editsByFile(plan.rulings, structures)].map(([path, edits]) => {
		const {bytes, text} = fileOf(snapshot, path);
		return {path, before: bytes, after: Buffer.from(formatText(spliceText(text, edits)))};
	});
}

/** How many changes to a file a plan has. */
export function countIn(plan: Plan, path: string): number {
	return plan.rulings.filter(
		({proposal, outcome}) => outcome === 'apply' && isPlaced(proposal) && proposal.path === path,
	).length;
}
