import {undoCommand} from '../../delivery/publish/report-publication.ts';
import {changeIdOf, type Decision} from '../../resolve/decision.ts';
import type {OwnRun} from '../../run/session/own-runs.ts';
import {keyTo, type Reason} from '../app/keymap.ts';
import {idsOf} from './selection.ts';
import type {ReviewState} from './state.ts';

export const hasWritten: Reason<ReviewState> = ({runs, undone}) => {
	if (runs.length > 0) return null;
	return undone ? 'all runs are undone' : 'nothing was written yet';
};

/** Whether the review can undo its latest run: a push is not undone by a key. */
export const canUndoRun: Reason<ReviewState> = state => {
	const latest = state.runs.at(-1);
	return latest?.isPushed ? `it is pushed; undo it with: ${undoCommand(latest.id, true)}` : hasWritten(state);
};

/** Names the key that undoes the latest run; empty if there is none to undo. */
export const undoRunHint = (state: ReviewState): string =>
	canUndoRun(state) === null ? `; press ${keyTo(state, 'undo')} to undo the run` : '';

/** Why a change that a run has written cannot be decided on. */
export const alreadyWritten = (state: ReviewState): string => `already written${undoRunHint(state)}`;

/** Decisions that no applied run has carried out. What one has left out is remembered. */
export function outstanding({history, runs}: ReviewState): Decision[] {
	const done = new Set(runs.flatMap(run => [...decisionsWrittenBy(run), ...refusedBy(run)]));
	return [...history.now.values()].filter(decision => !done.has(decision));
}

function decisionsWrittenBy({rulings, files, written: {analysis}}: OwnRun): Decision[] {
	const written = rulings.filter(({outcome, proposal}) => outcome === 'apply' && files.includes(proposal.path));
	const changes = new Set<string | null>(written.flatMap(({proposal}) => idsOf(proposal)));
	return analysis.decisions.filter(decision => !isRefusal(decision) && changes.has(changeIdOf(decision)));
}

/** The changes and findings that a run has left out. */
function refusedBy({rulings, written: {analysis}}: OwnRun): Decision[] {
	const {decisions, only} = analysis;
	const settled = new Set(rulings.flatMap(({proposal}) => idsOf(proposal)));
	const isSettled = (decision: Decision) =>
		!only || ('finding' in decision ? only.has(decision.finding) : settled.has(decision.change));
	const isRemembered = (decision: Decision) => isRefusal(decision) && isSettled(decision);
	return decisions.filter(decision => decision.action === 'reconsider' || isRemembered(decision));
}

const isRefusal = ({action}: Decision) => action === 'decline' || action === 'done';
