import {isOfProject} from './origins.ts';
import {aliasOf, type ProviderId, usualWorkersOf} from './providers.ts';

type Found = {value: unknown; origin: string};

/**
 * How many requests to send at once to a provider with a usual number: that of the user, if there is one; null for other
 * providers. A project's file does not count: it does not know how many the server on the user's machine answers.
 * @param given the numbers of all sources, the strongest last
 */
export function workersFor(provider: ProviderId | null, given: readonly Found[]): Found | null {
	const usual = provider && usualWorkersOf(provider);
	if (provider === null || usual === null) return null;
	const own = given.findLast(({origin}) => !isOfProject(origin));
	return own ?? {value: usual, origin: `default with ${aliasOf(provider)}`};
}
