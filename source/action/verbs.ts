import {noClone} from '../code-host/port.ts';
import type {Io} from '../commands/command.ts';
import {Failure, joinRemedies} from '../failure.ts';
import type {CommandHelp} from '../review/closing/status-comment.ts';
import {connectTo} from '../run/code-host.ts';
import {standingRuns} from '../run/undo/published/find-published.ts';
import {withPublishedRuns} from '../run/undo/published/open-published.ts';
import {revertCommand} from '../run/undo/published/rebuild-run.ts';
import {logins} from '../settings/kind.ts';
import type {Inputs} from './inputs.ts';
import type {StepPullRequest} from './step-pull-request.ts';
import {previewInstead, type Task, undoTask} from './task.ts';
import type {CommandComment} from './trigger.ts';

/** What the first line of a comment can add to `/pr-resolve`. */
type Verb = {
	/** What follows the verb, as help shows it; empty if nothing does. */
	operands: string;
	help: string;
	/** Whether it needs a workflow whose `/pr-resolve` alone would push. */
	needsPush: boolean;
	/** Whether a comment shows what came of it. */
	isShown: boolean;
	/** The words after the verb as it uses them; null if it does not accept them. */
	read: (words: readonly string[]) => readonly string[] | null;
	/** What is done. @param task what `/pr-resolve` alone does */
	taskFor: (
		task: Task,
		words: readonly string[],
		step: {inputs: Inputs; location: StepPullRequest},
	) => Task | Promise<Task>;
	/** What does the same in a clone, for a person whose command is refused; null if there is nothing to do. Absent: there is no such thing. */
	byHand?: (location: StepPullRequest, io: Io) => Promise<string | null>;
};

const noWords = (words: readonly string[]) => (words.length === 0 ? words : null);

/** `/pr-resolve` alone. */
const plainVerb: Verb = {
	...{operands: '', help: 'do what the workflow is set up for', needsPush: false, isShown: false},
	read: noWords,
	taskFor: task => task,
};

const namedVerbs: Readonly<Record<string, Verb>> = {
	'dry-run': {
		...{operands: '', help: 'show in a comment what would be done', needsPush: false, isShown: true},
		read: noWords,
		taskFor: async (task, _, {inputs, location}) =>
			task.kind === 'publish'
				? {...task, argv: task.isPreview ? task.argv : [...task.argv, '--dry-run']}
				: {kind: 'analyze', isPreview: true, argv: await previewInstead(inputs, location)},
	},
	only: {
		...{operands: '<login>...', help: 'apply only changes by these reviewers', needsPush: true, isShown: false},
		read(words) {
			// What reads like another command is not the login of a reviewer.
			const isOther = (word: string) => word.includes(',') || verbs.has(word);
			if (words.length === 0 || words.some(isOther)) return null;
			return logins.read(words.map(word => word.replace(/^@/, ''))) ?? null;
		},
		taskFor: (task, words) => ({...task, argv: [...task.argv, ...words.map(login => `--only=${login}`)]}),
	},
	undo: {
		...{operands: '', help: 'undo the latest run on this pull request', needsPush: true, isShown: false},
		read: noWords,
		taskFor: (_task, _words, {location}) => undoTask(location),
		byHand: revertByHand,
	},
};

/** By name; the empty one is `/pr-resolve` alone. Help lists them in this order. */
const verbs: ReadonlyMap<string, Verb> = new Map([['', plainVerb], ...Object.entries(namedVerbs)]);

/** A verb with the words that it uses. */
export type Command = {verb: Verb; words: readonly string[]};

/** The verb that words begin with; null for others. */
export const verbIn = ([name = '']: readonly string[]): Verb | null => verbs.get(name) ?? null;

export const plainCommand: Command = {verb: plainVerb, words: []};

/** @param words in lower case. @throws {Failure} usage `unknown-command` */
export function readCommand(words: readonly string[]): Command {
	const verb = verbIn(words);
	const read = verb?.read(words.slice(1)) ?? null;
	if (verb === null || read === null) throw unknownCommand();
	return {verb, words: read};
}

/** Every command, as a comment begins with it. */
export const commandHelp: readonly CommandHelp[] = [...verbs].map(([name, {operands, help}]) => ({
	line: ['/pr-resolve', name, operands].filter(Boolean).join(' '),
	help,
}));

const unknownCommand = () =>
	new Failure(
		'usage',
		'unknown-command',
		'The first line of the comment is not a command of pr-resolve.',
		`Comment one of these: ${commandHelp.map(({line}) => line).join(', ')}`,
	);

/** The command of git that reverts the latest run on a pull request; null if there is none, or it cannot be found out. */
async function revertByHand({owner, name, number}: StepPullRequest, io: Io): Promise<string | null> {
	const context = {...io, log: () => {}};
	try {
		const connection = await connectTo({host: null, owner, repo: name, number}, noClone, context, () => {});
		return await withPublishedRuns(connection, context, async site => {
			const {value: latest} = await standingRuns(site.runs, site, context).next();
			return latest ? revertCommand(latest.run) : null;
		});
	} catch (error) {
		if (error instanceof Failure && error.kind !== 'interrupted') return null;
		throw error;
	}
}

/** Why a command is refused that a person may do by hand all the same. */
const refusedHere: readonly string[] = ['not-allowed', 'cannot-push'];

/** An error that ended a step, with what does the same in a clone if it refuses a command for which there is such a thing. */
export async function orByHand(
	error: unknown,
	comment: CommandComment | null,
	location: StepPullRequest,
	io: Io,
): Promise<unknown> {
	if (!(error instanceof Failure) || comment === null || !refusedHere.includes(error.code)) return error;
	const byHand = await verbIn(comment.words)?.byHand?.(location, io);
	if (byHand == null) return error;
	return error.with({remedy: joinRemedies(error.remedy, `Or run, in a clone: ${byHand}`)});
}
