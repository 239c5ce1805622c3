/** Why an answer is refused. `isRepairable`: the model gets the reason and may answer once more. */
export const faults = {
	empty: {isRepairable: true},
	/** Longer than any valid answer. */
	huge: {isRepairable: false},
	'not-json': {isRepairable: true},
	'wrong-shape': {isRepairable: true},
	/** Cut off at the maximum of tokens. */
	truncated: {isRepairable: false},
	/** The model, or a filter, declined to answer. */
	declined: {isRepairable: false},
	/** Its verdict and its edits contradict each other. */
	'no-edits': {isRepairable: false},
	/** The new lines equal the old ones. */
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
} as const satisfies Record<string, {isRepairable: boolean}>;

export type FaultKind = keyof typeof faults;

/** `reason` is for the report and for the model: it must not contain secrets, or more of the file than was quoted. */
export type Fault = {kind: FaultKind; reason: string};

export const fault = (kind: FaultKind, reason: string): Fault => ({kind, reason});
