import {Failure} from '../../failure.ts';
import {run} from '../../way.ts';
import type {Context} from '../context.ts';
import {attempt, type Check} from '../doctor/check.ts';
import {checkCodeHost as inspect} from '../doctor/code-host.ts';
import {openWorktree} from '../worktree.ts';
import {type CheckStep, uncheckedStep, withLine} from './step.ts';

const titles: Readonly<Record<string, string>> = {
	host: 'does GitHub answer?',
	token: 'is there a token with the required scopes?',
};

/** The steps of the code host before anything is checked. */
export const codeHostSteps = (): CheckStep[] => Object.entries(titles).map(([id, title]) => uncheckedStep(id, title));

/**
 * Checks the host of the working tree (github.com without one) and the token for it: where it was found, and whether it
 * has the needed scopes. Yields each step as it changes and returns both.
 * @throws the signal's reason
 */
export async function* checkHostAccess(context: Context): AsyncGenerator<CheckStep, readonly CheckStep[]> {
	const [host, token] = codeHostSteps() as [CheckStep, CheckStep];
	yield {...host, status: 'checking'};
	const repository = await attempt(() => openWorktree(context));
	const {checks, command} = await inspect(repository instanceof Failure ? null : repository, context);
	const withScopes = (check: Check): Check =>
		check.name !== 'token' || command === null
			? check
			: {...check, remedy: `${check.remedy} To add them: ${command}`, ways: [...(check.ways ?? []), run(command)]};
	const steps = [host, token].map(step => {
		const check = checks.find(({name}) => name === step.id);
		return check ? withLine(step, withScopes(check)) : step;
	});
	yield* steps;
	return steps;
}
