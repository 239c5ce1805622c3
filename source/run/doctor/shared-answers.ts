import {isOnMachine, readModelName} from '../../settings/providers.ts';
import {storeName} from '../../settings/store-address.ts';
import type {Settings} from '../../settings/table.ts';
import {isOnThisMachine} from '../../system/loopback.ts';
import {type Check, passedCheck, skippedCheck, violation, warningCheck} from './check.ts';

const name = 'store answers';

/** Whether machines share the answers of models, and why not; null without a server and a key for them. */
export function checkSharedAnswers(settings: Settings): Check | null {
	const {storeUrl, storeKey, cacheEnabled} = settings;
	if (storeUrl === null) {
		if (storeKey === null) return null;
		return warningCheck(name, 'store_key has no effect without store_url', 'Set store_url, or unset store_key.');
	}
	if (storeKey === null) return skippedCheck(name, 'no CR_STORE_KEY, so answers are not shared');
	if (!cacheEnabled) return skippedCheck(name, 'the cache is turned off, so answers are not shared');
	if (!isAnySent(settings)) return skippedCheck(name, 'no provider is selected whose answers are shared');
	return passedCheck(name, `shared with machines that have the same key (${storeKey.length} characters)`);
}

/** Whether answers, which contain code, leave this machine for the server; null if they are not shared. */
export function checkPrivacyOfAnswers(settings: Settings): Check | null {
	const {storeUrl} = settings;
	if (storeUrl === null || checkSharedAnswers(settings)?.status !== 'ok') return null;
	const where = `answers of models, which contain code, go to ${storeName(storeUrl)}`;
	return isOnThisMachine(new URL(storeUrl).hostname)
		? passedCheck('privacy', `${where}, on this machine`)
		: violation(`${where}, another machine, where they are signed but not encrypted`, 'Unset store_key.');
}

/** Whether a provider is selected that is not this machine's own. */
function isAnySent({llmProvider, llmFallback}: Settings): boolean {
	if (llmProvider === null) return false;
	const fallbacks = llmFallback.flatMap(word => readModelName(word)?.provider ?? []);
	return [llmProvider, ...fallbacks].some(provider => !isOnMachine(provider));
}
