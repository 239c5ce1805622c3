import type {Conflict} from '../resolve/conflict.ts';
import type {Decision} from '../resolve/decision.ts';
import type {PlacedProposal} from '../resolve/proposal.ts';
import type {Snapshot} from '../run/files/snapshot.ts';
import {hunksOf} from '../run/plan/diff.ts';
import {escapeControls, escapeLines} from '../text/escape-controls.ts';
import {hang} from '../text/wrap.ts';
import {ask} from './prompt.ts';
import {paintFor, roomOf, type Terminal} from './terminal.ts';

/** Shows each open conflict with its possible results and asks which one to apply. */
export async function askAboutConflicts(
	conflicts: readonly Conflict[],
	snapshot: Snapshot,
	terminal: Terminal,
	signal: AbortSignal,
): Promise<Decision[]> {
	const open = conflicts.filter(({chosen}) => chosen === null);
	const decisions: Decision[] = [];
	for (const [index, {kind, proposals}] of open.entries()) {
		terminal.stderr.write(
			`\nconflict ${index + 1} of ${open.length} (${kind}) in ${escapeControls(proposals[0]!.path)}\n`,
		);
		for (const [number, proposal] of proposals.entries()) describe(number + 1, proposal, snapshot, terminal);
		const numbers = proposals.map((_, number) => `${number + 1}`);
		const answer = await ask('Which one?', [...numbers, 'skip'], 'skip', terminal.keyboard, signal);
		const chosen = proposals[Number(answer) - 1];
		if (chosen) decisions.push(decisionToApply(chosen));
	}
	return decisions;
}

function describe(number: number, proposal: PlacedProposal, snapshot: Snapshot, terminal: Terminal): void {
	const {findings} = proposal;
	const names = findings.map(({author}) => author?.login ?? 'ghost').join(', ');
	const head = `${number}  `;
	const text = `${names}: ${findings[0]!.title}`;
	terminal.stderr.write(hang(paintFor(terminal)('bold', head), head.length, [text], roomOf(terminal.stderr)));
	terminal.stderr.write(escapeLines(hunksOf(proposal, snapshot)));
}

function decisionToApply({change}: PlacedProposal): Decision {
	return {change: change.id, action: 'apply', reason: null, text: null, bodyHash: null, by: 'person'};
}
