import {isStep, type PublicationStep} from '../../source/delivery/steps/table.ts';

const nothing = {body: null, written: null};
const inThread = {...nothing, thread: 't', findings: [], last: null, read: []};

/** What the record holds of a step, by its kind. */
const results: Readonly<Record<string, unknown>> = {
	reply: {...inThread, body: 'Applied.', comment: null},
	resolve: {...inThread, told: 'reply'},
	unresolve: inThread,
	react: {...inThread, comment: 'c'},
	comment: {...nothing, body: 'Summary.', read: [], told: [], comment: null},
	request: {...nothing, person: 'p', threads: [], findings: []},
};

/** A step as the record of a run can have it. @param result default: what a step of its kind has, null for one of git */
export function recordedStep(
	kind: PublicationStep['kind'],
	state: PublicationStep['state'],
	result: unknown = results[kind] ?? null,
	key: string = kind,
): PublicationStep {
	const step: unknown = {key, kind, target: '', state, result, reason: ''};
	if (!isStep(step)) throw new Error(`no step can be recorded as ${JSON.stringify(step)}`);
	return step;
}
