import type {OpenAI} from 'openai';
import {at} from '../../../system/json.ts';
import type {Api} from '../api/open.ts';
import type {Service} from '../api/service.ts';
import type {Effort} from '../provider.ts';
import type {Usage} from '../usage.ts';

export type OpenProtocol = (service: Service, effort: Effort) => Pick<Api<OpenAI>, 'bodyOf' | 'send' | 'read'>;

/**
 * Both protocols have the same counts with different names. Tokens read from or written to a cache are part of the input.
 * Null without counts.
 */
export function readUsage(given: unknown, names: {input: string; output: string}): Usage | null {
	const input = at(given, names.input);
	const output = at(given, names.output);
	if (!isTokenCount(input) || !isTokenCount(output)) return null;
	const part = (name: string) => {
		const count = at(given, `${names.input}_details`, name);
		return isTokenCount(count) ? count : 0;
	};
	return {input, cachedInput: part('cached_tokens'), cacheWrite: part('cache_write_tokens'), output};
}

function isTokenCount(value: unknown): value is number {
	return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
