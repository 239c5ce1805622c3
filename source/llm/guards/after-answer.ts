import type {Guard} from '../guard.ts';
import type {ProviderCheck} from '../providers/provider.ts';
import type {Provider} from '../providers/registry.ts';

/** Checks after an answer what could not be checked before. A failure of the check does not affect the answer. */
export const afterAnswer =
	(checkAnswered: NonNullable<Provider['checkAnswered']>, onCheck: (check: ProviderCheck) => void): Guard =>
	next =>
	async (request, signal) => {
		const reply = await next(request, signal);
		const check = await checkAnswered(signal).catch(() => null);
		if (check) onCheck(check);
		return reply;
	};
