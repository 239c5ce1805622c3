import type {Ending} from '../../exit-code.ts';
import {hasPassed} from '../closing/verify/verification.ts';
import type {QuestionEnd, StoppedBy} from '../events.ts';
import type {RunState} from '../state.ts';
import {isToDecide, type Outcome} from './outcome.ts';

/** In the order of what they end a run with. */
const endingOfStop = {
	authentication: 'authentication',
	budget: 'guard',
	circuit: 'guard',
	store: 'guard',
	service: 'failed',
} as const satisfies Record<StoppedBy, Ending>;

/**
 * What keeps questions of a run from their answers, as it is now: a finding that was answered meanwhile, or decided,
 * counts no more. The service is to blame only where it has answered nothing at all; null where nothing is.
 */
export function stoppedBy({model, findings}: Pick<RunState, 'model' | 'findings'>): StoppedBy | null {
	const ends = new Set(unanswered({model, findings}).map(({id}) => model?.ends.get(id)));
	const isOpenCircuit = model?.metrics?.circuits.some(({state}) => state.state !== 'closed') ?? false;
	// A failure that opened the circuit was the last request of its question.
	if (ends.has('service') && isOpenCircuit) ends.add('circuit');
	if ([...(model?.ends.values() ?? [])].some(isReply)) ends.delete('service');
	return (Object.keys(endingOfStop) as StoppedBy[]).find(stop => ends.has(stop)) ?? null;
}

/** Findings that a model was asked about, and that still have no usable answer. */
export const unanswered = ({model, findings}: Pick<RunState, 'model' | 'findings'>) =>
	findings.filter(({id, disposition}) => {
		const end = model?.ends.get(id);
		return disposition?.outcome === 'needs-model' && end !== undefined && end !== 'replied-before';
	});

const isReply = (end: QuestionEnd) => end === 'replied' || end === 'replied-before';

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
export function endingsOf(state: RunState, judged: Iterable<Outcome>): Ending[] {
	const stop = stoppedBy(state);
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
		...(stop === null ? [] : [endingOfStop[stop]]),
		...endingsOfVerification(state),
		...stops,
		...(isLeft ? (['needsPerson'] as const) : []),
	];
}
