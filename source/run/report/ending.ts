import {hasPassed} from '../../delivery/verify/verification.ts';
import type {Ending} from '../../exit-code.ts';
import {type AskingEnd, endingsOfAsking, endOfAsking} from '../asking/asking-end.ts';
import type {RunState} from '../state.ts';
import {isToDecide, type Judged} from './outcome.ts';

/**
 * How the questions of a run ended, as it is now: a finding that was answered meanwhile, or decided, stops nothing; null
 * if no model was to be asked.
 */
export function askingOf({model, findings}: Pick<RunState, 'model' | 'findings'>): AskingEnd | null {
	if (!model) return null;
	const open = new Set(unanswered({model, findings}).map(({id}) => id));
	return endOfAsking({...model, findings, circuits: model.metrics?.circuits ?? []}, open);
}

/** Findings that a model was asked about, and that still have no usable answer. */
export const unanswered = ({model, findings}: Pick<RunState, 'model' | 'findings'>) =>
	findings.filter(({id, disposition}) => {
		const end = model?.ends.get(id);
		return disposition?.outcome === 'needs-model' && end !== undefined && end !== 'replied-before';
	});

/** What a verification ends a run with; what it has taken out counts as failed. */
function endingsOfVerification({verification}: RunState): Ending[] {
	if (!verification || verification.state === 'not-run' || hasPassed(verification)) return [];
	if (verification.isUnrunnable) return ['usage'];
	return [verification.stoppedBy === 'budget' ? 'guard' : 'needsPerson'];
}

/**
 * Everything that decides how a run ends.
 * @param judged what became of its findings
 */
export function endingsOf(state: RunState, judged: Iterable<Judged>): Ending[] {
	const asking = askingOf(state);
	const isLeft =
		[...judged].some(isToDecide) ||
		unanswered(state).length > 0 ||
		(state.committed?.left.length ?? 0) > 0 ||
		[...(state.published?.threads.values() ?? [])].some(({isOpen}) => isOpen) ||
		[...(state.published?.summary?.findings.values() ?? [])].some(({isOpen}) => isOpen) ||
		state.warnings.some(({kind}) => kind === 'imposed-mode' || kind === 'only-answers') ||
		(state.pullRequest?.completeness.incomplete.length ?? 0) > 0;
	const stops = state.stops.map(({ending}) => ending);
	return [
		...(asking ? endingsOfAsking(asking) : []),
		...endingsOfVerification(state),
		...stops,
		...(isLeft ? (['needsPerson'] as const) : []),
	];
}
