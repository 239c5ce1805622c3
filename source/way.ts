/** What a program can do about a failure: a command, which the remedy names too. */
export type Way =
	/**
	 * Run this with the terminal handed over, then check again. No shell: the words are the program and its arguments.
	 */
	| {kind: 'run'; command: string}
	/** It keeps running: start it elsewhere, then check again. */
	| {kind: 'elsewhere'; command: string}
	/** Download the model here. */
	| {kind: 'pull'; command: string; model: string};

export const run = (command: string): Way => ({kind: 'run', command});
