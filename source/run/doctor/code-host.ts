import {type Clone, noClone} from '../../code-host/port.ts';
import {Failure} from '../../failure.ts';
import {codeHostOf} from '../code-host.ts';
import type {Context} from '../context.ts';
import {attempt, type Check, failedCheck, passedCheck} from './check.ts';

type CodeHostChecks = {
	/** `host` and `token`; without `host` where the server could not even be asked. */
	checks: Check[];
	/** A command that gets the token what it lacks; null where there is none. */
	command: string | null;
};

const anyPullRequest = {argument: '1', pr: null, owner: null, repo: null};

/** Checks the code host and its token. @param clone null if there is none */
export async function checkCodeHost(clone: Clone | null, context: Context): Promise<CodeHostChecks> {
	const found = await attempt(async () =>
		(await codeHostOf(context).open(anyPullRequest, clone ?? noClone, context, () => {})).check(),
	);
	if (found instanceof Failure) return {checks: [failedCheck('token', found)], command: null};
	const {server, token} = found;
	const host = server instanceof Failure ? failedCheck('host', server) : passedCheck('host', server);
	if (token instanceof Failure) return {checks: [host, failedCheck('token', token)], command: null};
	const {command, ...said} = token;
	return {checks: [host, {name: 'token', ...said, exitCode: 0}], command};
}
