/** What a program can do for a person about trouble: a command that stands in the words of its remedy too. */
export type Way =
	/** Run this with the terminal handed over, then check again. No shell: the words are the program and its arguments. */
	| {kind: 'run'; command: string}
	/** It goes on running: to be started elsewhere, then check again. */
	| {kind: 'elsewhere'; command: string}
	/** Download the model here. */
	| {kind: 'pull'; command: string; model: string};

export const run = (command: string): Way => ({kind: 'run', command});
