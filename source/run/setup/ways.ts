/** What a wizard can offer to do about a step. */
export type Way =
	/** Run this with the terminal handed over, then check again. No shell: the words are the program and its arguments. */
	| {kind: 'run'; command: string}
	/** It goes on running: to be started elsewhere, then check again. */
	| {kind: 'elsewhere'; command: string}
	/** Download the model here. */
	| {kind: 'pull'; command: string; model: string}
	/** Let the person type a key. */
	| {kind: 'key'};

/** The commands that remedies name, each with what can be done with it. */
const known: readonly [command: RegExp, way: (command: string) => Way][] = [
	[/npm install -g @[\w-]+\/[\w-]+/g, command => ({kind: 'run', command})],
	[/\b(?:claude auth login|codex login|copilot login)\b/g, command => ({kind: 'run', command})],
	[
		/\bgh auth login --hostname [\w.:-]*\w|\bgh auth refresh --hostname [\w.:-]+ --scopes [\w:,]+/g,
		command => ({kind: 'run', command}),
	],
	[/\bollama serve\b/g, command => ({kind: 'elsewhere', command})],
	[/\bollama pull \S+/g, command => ({kind: 'pull', command, model: command.split(' ')[2]!})],
];

/** What a remedy comes to. A remedy holds its commands in full, so nothing has to be said twice. */
export const waysIn = (remedy: string): Way[] =>
	known.flatMap(([pattern, way]) => [...new Set(remedy.match(pattern))].map(way));
