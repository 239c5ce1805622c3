import {type Conclusion, type Trial, type TrialVerdict, verifyInTrials} from '../../source/resolve/verification.ts';

export type TrialEnd = {verdict: TrialVerdict; run: number};

/** Answers each run of a verification; returns what it found out and the runs that it made. */
export function answerTrials<Unit>(
	units: readonly Unit[],
	suspects: number,
	judge: (units: readonly Unit[], run: number) => TrialVerdict,
): {conclusion: Conclusion<Unit, TrialEnd>; trials: Trial<Unit>[]} {
	const trials: Trial<Unit>[] = [];
	const verification = verifyInTrials<Unit, TrialEnd>(units, suspects);
	let step = verification.next();
	while (!step.done) {
		trials.push(step.value);
		const run = trials.length;
		step = verification.next({verdict: judge(step.value.units, run), run});
	}
	return {conclusion: step.value, trials};
}

/** Without those that only confirm. */
export const searching = (trials: readonly Trial<unknown>[]) =>
	trials.filter(({purpose}) => purpose !== 'again' && purpose !== 'confirm').length;
