/** Why an answer is refused. `isRepairable`: the model is told what was wrong and asked once more. */
export const faults = {
	empty: {isRepairable: true},
	/** Larger than any answer has to be. */
	huge: {isRepairable: false},
	'not-json': {isRepairable: true},
	'wrong-shape': {isRepairable: true},
	/** Cut off by the maximum. */
	truncated: {isRepairable: false},
	/** The model, or a filter, declined to answer. */
	declined: {isRepairable: false},
	/** It claims edits and names none, or names edits and claims none. */
	'no-edits': {isRepairable: false},
	/** What it wants to put there stands there. */
	'changes-nothing': {isRepairable: false},
	'other-file': {isRepairable: false},
	'protected-file': {isRepairable: false},
	/** It adds lines without quoting any. */
	'no-anchor': {isRepairable: true},
	'not-found': {isRepairable: true},
	/** The lines that it quotes stand at several places. */
	ambiguous: {isRepairable: true},
	/** Not in or next to the lines of the remark. */
	'far-away': {isRepairable: false},
	overlap: {isRepairable: true},
	/** It leaves out lines that are to stay. */
	elided: {isRepairable: true},
	/** Line numbers in the new lines. */
	numbered: {isRepairable: true},
	/** Characters that cannot be seen, which the file did not have. */
	'odd-characters': {isRepairable: false},
	/** A stand-in for a secret at a place where it has no meaning. */
	placeholder: {isRepairable: true},
	unsure: {isRepairable: false},
} as const satisfies Record<string, {isRepairable: boolean}>;

export type FaultKind = keyof typeof faults;

/** `reason` is for the report and for the model alike: it holds no secret, and nothing of the file but what was quoted. */
export type Fault = {kind: FaultKind; reason: string};

export const fault = (kind: FaultKind, reason: string): Fault => ({kind, reason});
