import {percent} from '../../text/figures.ts';
import type {BenchmarkOptions} from './request.ts';
import type {Caution, ProviderResult} from './result.ts';

/** From this share of the requests on, time-outs alone can break the limit on success. */
const manyTimeouts = 0.05;

/** What to know about providers beside their figures. */
export const cautionsOn = (
	providers: readonly ProviderResult[],
	options: Pick<BenchmarkOptions, 'timeoutMs'>,
): Caution[] =>
	providers.flatMap(provider => {
		const texts = [...unanswered(provider), ...timeouts(provider, options)];
		return texts.length === 0 ? [] : [{provider: provider.name, text: texts.join('; ')}];
	});

/** That a provider without a usable answer was measured. */
export function unanswered({figures: {requests, answered, success}}: Pick<ProviderResult, 'figures'>): string[] {
	if (requests === 0 || success.hits > 0) return [];
	return [`measured, 0 of ${requests} ${answered === 0 ? 'answered' : 'usable'}`];
}

function timeouts({figures: {requests, errors}}: ProviderResult, {timeoutMs}: Pick<BenchmarkOptions, 'timeoutMs'>) {
	const share = (errors.timeout ?? 0) / requests;
	if (!(share >= manyTimeouts)) return [];
	return [`${percent(share)} of its answers timed out at ${timeoutMs / 1000} s: raise --timeout`];
}
