import type {Environment} from '../../system/environment.ts';

/** Names that programs around a run use: this one, git, and the runner of a workflow. */
const ofPrograms = /^(?:CR|GIT|INPUT|ACTIONS)_/i;
/** Names that usually hold a secret. */
const ofSecrets =
	/TOKEN|SECRET|PASSWORD|PASSPHRASE|CREDENTIAL|(?:API|ACCESS|PRIVATE)_?KEY|_PWD(?:_|$)|(?:^|_)(?:KEYS?|PAT|PASS|AUTH)(?:_|$)/i;
/** The address of an agent, which keeps its keys to itself. */
const harmless = /^SSH_AUTH_SOCK$/;

/**
 * The environment of a command that runs the pull request's code: without tokens and keys, so that they do not get into
 * its output. It is no protection against hostile code, which can read what its user can read.
 *
 * @param passedOn names of variables to keep all the same
 */
export function commandEnvironment(env: Environment, passedOn: readonly string[]): Record<string, string> {
	const kept = Object.entries(env).filter(
		(entry): entry is [string, string] =>
			entry[1] !== undefined &&
			(passedOn.includes(entry[0]) ||
				harmless.test(entry[0]) ||
				!(ofPrograms.test(entry[0]) || ofSecrets.test(entry[0]))),
	);
	return Object.fromEntries(kept);
}
