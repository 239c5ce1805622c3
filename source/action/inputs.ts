import {asksForHelp, asksForVersion} from '../commands/main.ts';
import {Failure} from '../failure.ts';
import {type PullRequestName, parsePullRequestName} from '../github/repository-url.ts';
import {type WritingRole, writingRoles} from '../github/vocabulary.ts';
import type {Environment} from '../system/environment.ts';

/** The inputs of the step, as `action.yml` declares them. */
export type Inputs = {
	token: string;
	/** Null: that of the event. */
	pullRequest: PullRequestName | null;
	command: (typeof commands)[number];
	/** What `fleet` and `stats` list; empty for the other commands. */
	scope: readonly string[];
	publish: boolean;
	/** Reviewers whose changes are applied; empty: all bots. */
	authors: readonly string[];
	severity: string | null;
	maxRounds: string;
	/** Who may start it by a comment. */
	allow: WritingRole;
	/** Whether the step fails if something is left for a person. */
	failsForPerson: boolean;
	/** The file of a verifying job. */
	verdict: string | null;
	/** Whether steps do nothing at the moment. */
	isStopped: boolean;
	/** Further arguments. */
	args: readonly string[];
};

const commands = ['apply', 'analyze', 'fleet', 'stats'] as const;
const failures = ['error', 'person'] as const;

/**
 * Reads the inputs from the variables that a runner makes of them: upper case, blanks as underscores, hyphens stay.
 * @throws {Failure} usage `bad-input`
 */
export function readInputs(env: Environment): Inputs {
	const given = (name: string) => env[`INPUT_${name.toUpperCase()}`]?.trim() ?? '';
	const oneOf = <const Word extends string>(name: string, words: readonly Word[]): Word => {
		const value = given(name) || (words[0] ?? '');
		const found = words.find(word => word === value);
		if (found === undefined) throw badInput(name, value, words.join(', '));
		return found;
	};
	const text = given('pull-request');
	const pullRequest = parsePullRequestName(text);
	if (text !== '' && pullRequest === null) throw badInput('pull-request', text, 'a number, owner/name#12 or a URL');
	const token = given('token');
	if (token === '') throw badInput('token', '', 'a token, such as that of the job');
	const inputs: Inputs = {
		token,
		pullRequest,
		command: oneOf('command', commands),
		scope: linesOf(given('scope')),
		publish: oneOf('publish', ['true', 'false']) === 'true',
		authors: linesOf(given('authors')),
		severity: given('severity') || null,
		maxRounds: given('max-rounds') || '3',
		allow: oneOf('allow', writingRoles),
		failsForPerson: oneOf('fail-on', failures) === 'person',
		verdict: given('verdict') || null,
		// The value of a variable, which people set by hand.
		isStopped: !['', 'false', '0'].includes(given('stop').toLowerCase()),
		args: linesOf(given('args')).map(readArgument),
	};
	for (const [name, command] of idleInputs(inputs)) {
		if (given(name) !== '') throw withoutEffect(name, command);
	}
	if (isOfMany(inputs) && inputs.scope.length === 0) throw badInput('scope', '', 'acme or acme/api, one a line');
	return inputs;
}

/** Whether it is about all pull requests of `scope`, and not about that of the event. */
export const isOfMany = ({command}: Pick<Inputs, 'command'>): boolean => command === 'fleet' || command === 'stats';

/** The inputs that a command does not use, and how that is called. */
function idleInputs({command, args}: Inputs): [name: string, command: string][] {
	if (!isOfMany({command})) return [['scope', command]];
	const list = args.includes('--apply') ? [] : ['authors', 'severity'];
	const name = command === 'fleet' ? 'fleet without --apply' : command;
	return [
		...['pull-request', 'verdict'].map((input): [string, string] => [input, command]),
		...list.map((input): [string, string] => [input, name]),
	];
}

const linesOf = (text: string) =>
	text
		.split('\n')
		.map(line => line.trim())
		.filter(Boolean);

/** A line of `args` holds a flag and, after a blank or an equals sign, its value as it is. */
function readArgument(line: string): string {
	const [, flag, value] = /^(--?[a-zA-Z][\w-]*)(?:[\s=]+(.+))?$/.exec(line) ?? [];
	if (flag === undefined) throw badInput('args', line, 'one flag in each line, such as --severity major');
	if (asksForHelp([flag]) || asksForVersion([flag])) throw badInput('args', flag, 'flags of a run: see docs/usage.md');
	// With the equals sign, a value may begin with a hyphen.
	return value === undefined ? flag : `${flag}=${value}`;
}

const withoutEffect = (name: string, command: string) =>
	new Failure('usage', 'bad-input', `The input ${name} has no effect with command: ${command}.`, 'Remove it.');

const badInput = (name: string, value: string, expected: string) =>
	new Failure(
		'usage',
		'bad-input',
		value === '' ? `The input ${name} is empty.` : `The input ${name} does not accept "${value}".`,
		`Expected: ${expected}.`,
	);
