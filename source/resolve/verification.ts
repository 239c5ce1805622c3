import {type Culprit, sift} from './bisect.ts';

/**
 * What a run of the command shows. `cannot-run`: the shell could not start it, which may be the fault of a change.
 * `unknown`: nothing, because it was cut off or could not judge.
 */
export type TrialVerdict = 'passed' | 'failed' | 'cannot-run' | 'unknown';

/** `all` changes; all `again`; `without` any; a `search` among them; to `confirm` the last culprit. */
export type TrialPurpose = 'all' | 'again' | 'without' | 'search' | 'confirm';

/** A run of the command on the files with these changes. */
export type Trial<Unit> = {
	units: readonly Unit[];
	purpose: TrialPurpose;
	/** How many more follow at most if there is one more culprit. */
	ahead: number;
};

/** What a verification found out. `ended` has the runs that show it. */
export type Conclusion<Unit, Ended> =
	| {state: 'passed'}
	/** Without the culprits it passes. */
	| {state: 'failed'; kept: Unit[]; culprits: Culprit<Unit, Ended>[]; ended: [last: Ended]}
	/** The same changes once passed and once failed. */
	| {state: 'unsteady'; ended: [failed: Ended, passed: Ended]}
	/** It fails without the changes too, or cannot even be started. */
	| {state: 'baseline-fails' | 'cannot-run'; ended: [baseline: Ended]}
	| {state: 'unknown'; ended: [cutOff: Ended]};

/**
 * Finds out whether a command passes with all changes, and if not, which of them break it. Yields the runs to make, one
 * after the other; each is answered with how it ended. One run if it passes. What fails is repeated, and compared with a
 * run without any change, before a change is blamed; at the end the last culprit must fail again. Without units the command
 * judges the files as they are.
 *
 * @param units in order of precedence, the suspects last; what has to stay together is one unit
 */
export function* verifyInTrials<Unit, Ended extends {verdict: TrialVerdict}>(
	units: readonly Unit[],
	suspects: number,
): Generator<Trial<Unit>, Conclusion<Unit, Ended>, Ended> {
	const search = sift<Unit, Ended>(units, suspects);
	const step = search.next();
	const first = yield {units, purpose: 'all', ahead: 0};
	if (first.verdict === 'passed') return {state: 'passed'};
	if (first.verdict === 'unknown') return {state: 'unknown', ended: [first]};
	// What the shell cannot start is no question of luck: only the run without changes tells whose fault it is.
	if (first.verdict === 'failed') {
		const again = yield {units, purpose: 'again', ahead: step.done ? 0 : step.value.ahead + 2};
		if (again.verdict === 'unknown') return {state: 'unknown', ended: [again]};
		if (again.verdict === 'passed') return {state: 'unsteady', ended: [first, again]};
	}
	if (step.done) return {state: first.verdict === 'failed' ? 'baseline-fails' : 'cannot-run', ended: [first]};
	const baseline = yield {units: [], purpose: 'without', ahead: step.value.ahead + 1};
	if (baseline.verdict === 'unknown') return {state: 'unknown', ended: [baseline]};
	if (baseline.verdict !== 'passed') {
		const isNever = baseline.verdict === 'cannot-run' && first.verdict === 'cannot-run';
		return {state: isNever ? 'cannot-run' : 'baseline-fails', ended: [baseline]};
	}
	return yield* findCulprits(search, first);
}

/** Goes on with a search whose first probe failed. */
function* findCulprits<Unit, Ended extends {verdict: TrialVerdict}>(
	search: ReturnType<typeof sift<Unit, Ended>>,
	first: Ended,
): Generator<Trial<Unit>, Conclusion<Unit, Ended>, Ended> {
	let step = search.next(first);
	while (!step.done) {
		const {units: subset, ahead} = step.value;
		const ended = yield {units: subset, purpose: 'search', ahead: ahead + 1};
		if (ended.verdict === 'unknown') return {state: 'unknown', ended: [ended]};
		step = search.next(ended.verdict === 'passed' ? null : ended);
	}
	const {kept, culprits} = step.value;
	const last = culprits.at(-1);
	if (!last) return {state: 'passed'};
	const confirmed = yield {units: [...kept, last.unit], purpose: 'confirm', ahead: 0};
	if (confirmed.verdict === 'unknown') return {state: 'unknown', ended: [confirmed]};
	if (confirmed.verdict === 'passed') return {state: 'unsteady', ended: [last.fault, confirmed]};
	return {state: 'failed', kept, culprits, ended: [last.fault]};
}
