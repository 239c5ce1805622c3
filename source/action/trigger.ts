import {readFile} from 'node:fs/promises';
import {Failure} from '../failure.ts';
import {commandWords} from '../review/judge.ts';
import type {Environment} from '../system/environment.ts';
import {countAt, isObject, type JsonObject, parseObject, textAt} from '../system/json.ts';

/** What started the workflow. */
export type Trigger =
	| {
			kind: 'start';
			/** Of the pull request; null if the event is of none. */
			number: number | null;
			/** Null unless a comment is the command. */
			comment: CommandComment | null;
	  }
	/** A comment that is no command, or that may not be one. */
	| {kind: 'ignore'; reason: string};

/** A comment that asks for a run. */
export type CommandComment = {
	/** Node id. */
	id: string;
	login: string;
	/** What follows `/pr-resolve` in the first line, in lower case. */
	words: readonly string[];
};

/** @throws {Failure} usage `bad-event`, `no-pull-request` */
export async function readTrigger(env: Environment): Promise<Trigger> {
	const text = await readFile(env.GITHUB_EVENT_PATH ?? '', 'utf8').catch(() => '');
	const event = parseObject(text);
	if (event === null) throw badEvent('GITHUB_EVENT_PATH names no file with a JSON object');
	return env.GITHUB_EVENT_NAME === 'issue_comment' ? triggerOfComment(event) : triggerOf(event);
}

function triggerOf(event: JsonObject): Trigger {
	const number = countAt(event, 'pull_request', 'number');
	return {kind: 'start', number: number === 0 ? null : number, comment: null};
}

function triggerOfComment(event: JsonObject): Trigger {
	const {action, comment, issue} = event;
	if (!isObject(comment) || !isObject(issue)) throw badEvent('it has no comment on an issue');
	if (action !== 'created') return ignore('only a new comment starts it');
	const words = commandWords(textAt(comment, 'body'));
	if (words === null) return ignore('the comment does not begin with /pr-resolve');
	const types = [textAt(comment, 'user', 'type'), textAt(event, 'sender', 'type')];
	if (types.some(type => type !== 'User')) return ignore('only comments by people start it');
	if (!isObject(issue.pull_request)) {
		const message = 'The comment is on an issue, not on a pull request.';
		throw new Failure('usage', 'no-pull-request', message, 'Comment /pr-resolve on a pull request.');
	}
	const [number, id, login] = [countAt(issue, 'number'), textAt(comment, 'node_id'), textAt(comment, 'user', 'login')];
	if (number === 0 || id === '' || login === '') throw badEvent('its comment is incomplete');
	return {kind: 'start', number, comment: {id, login, words}};
}

const ignore = (reason: string): Trigger => ({kind: 'ignore', reason});

/** @param what it lacks */
export const badEvent = (what: string) =>
	new Failure(
		'usage',
		'bad-event',
		`The event of the workflow cannot be read: ${what}.`,
		'Run this Action in a workflow of GitHub Actions.',
	);
