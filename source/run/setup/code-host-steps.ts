import {Failure, run} from '../../failure.ts';
import type {Context} from '../context.ts';
import {attempt, type Check} from '../doctor/check.ts';
import {checkDelivery, checkCodeHost as inspect, notKnownYet} from '../doctor/code-host.ts';
import {openWorktree} from '../worktree.ts';
import {type CheckStep, isPassed, uncheckedStep, withLine} from './step.ts';

const stepTitles: Readonly<Record<string, string>> = {
	host: 'does GitHub answer?',
	token: 'is there a token with the required scopes?',
	signing: 'does git sign commits without a prompt?',
	push: 'may the token push?',
	replies: 'are replies visible, or part of a pending review?',
	resolve: 'may the token resolve threads?',
};

const stepNamed = (id: string) => uncheckedStep(id, stepTitles[id] ?? id);

/** The steps of the code host before anything is checked. */
export const codeHostSteps = (): CheckStep[] => ['host', 'token'].map(stepNamed);

/**
 * Checks the host of the working tree (github.com without one) and the token for it: where it was found, whether it
 * has the needed scopes, and what it may write to the pull request of the current branch. Yields each step as it changes
 * and returns all.
 * @throws the signal's reason
 */
export async function* checkHostAccess(context: Context): AsyncGenerator<CheckStep, readonly CheckStep[]> {
	const opened = await attempt(() => openWorktree(context));
	const repository = opened instanceof Failure ? null : opened;
	const {checks, command} = await inspect(repository, context);
	const found = checks.map(check => (check.name === 'token' && command !== null ? withScopes(check, command) : check));
	const steps = codeHostSteps().map(step => {
		const check = found.find(({name}) => name === step.id);
		return check ? withLine(step, check) : step;
	});
	yield* steps;
	if (!steps.every(isPassed)) return steps;
	for await (const check of repository ? checkDelivery(repository, context) : [notKnownYet]) {
		const place = check.status === 'skipped' ? steps.findIndex(({id}) => id === 'token') : steps.length;
		const token = steps[place];
		// What cannot be checked yet is said beside the token.
		const step = token
			? {...token, detail: `${token.detail}; ${check.detail}`}
			: withLine(stepNamed(check.name), check);
		steps[place] = step;
		yield step;
	}
	return steps;
}

const withScopes = (check: Check, command: string): Check => ({
	...check,
	remedy: `${check.remedy} To add them: ${command}`,
	ways: [...(check.ways ?? []), run(command)],
});
