type Trait = {
	/** The model gets the reason and may answer once more. */
	isRepairable: boolean;
	/** It is about the answer as a whole and so about what the model can do. `too-small`: a larger one does better. */
	ofModel?: 'unable' | 'too-small';
};

/** Why an answer is refused. */
export const faults = {
	empty: {isRepairable: true, ofModel: 'unable'},
	/** Longer than any valid answer. */
	huge: {isRepairable: false, ofModel: 'unable'},
	'not-json': {isRepairable: true, ofModel: 'unable'},
	'wrong-shape': {isRepairable: true, ofModel: 'unable'},
	/** Cut off at the maximum of tokens. */
	truncated: {isRepairable: false, ofModel: 'unable'},
	/** It repeats the same characters to its end, and is not JSON. */
	repeats: {isRepairable: true, ofModel: 'too-small'},
	unfinished: {isRepairable: true, ofModel: 'too-small'},
	/** The model, or a filter, declined to answer. */
	declined: {isRepairable: false},
	/** Its verdict and its edits contradict each other. */
	'no-edits': {isRepairable: false},
	'changes-nothing': {isRepairable: false},
	'other-file': {isRepairable: false},
	'protected-file': {isRepairable: false},
	/** An edit without old lines. */
	'no-anchor': {isRepairable: true},
	'not-found': {isRepairable: true},
	/** The quoted lines are at several places. */
	ambiguous: {isRepairable: true},
	/** Not in or next to the commented lines. */
	'far-away': {isRepairable: false},
	overlap: {isRepairable: true},
	/** It omits lines that must stay. */
	elided: {isRepairable: true},
	/** The new lines contain line numbers. */
	numbered: {isRepairable: true},
	/** New invisible characters. */
	'odd-characters': {isRepairable: false},
	/** A placeholder for a secret that cannot be restored there. */
	placeholder: {isRepairable: true},
	unsure: {isRepairable: false},
} as const satisfies Record<string, Trait>;

export type FaultKind = keyof typeof faults;

/** `reason` is for the report and for the model: it must not contain secrets, or more of the file than was quoted. */
export type Fault = {kind: FaultKind; reason: string};

/** The reason for the report. @param model its name, for the faults that are the model's */
export function reportedReason({kind, reason}: Fault, model: string): string {
	const {ofModel}: Trait = faults[kind];
	if (!ofModel) return reason;
	return ofModel === 'too-small' ? `${reason}; try a larger model than ${model}` : `${reason} (${model})`;
}

export const fault = (kind: FaultKind, reason: string): Fault => ({kind, reason});
