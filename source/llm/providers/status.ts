import type {ModelTroubleKind} from './trouble.ts';

const kindsByStatus: Readonly<Record<number, ModelTroubleKind>> = {
	401: 'authentication',
	402: 'quota',
	403: 'subscription',
	408: 'timeout',
	409: 'server-error',
	413: 'too-large',
	429: 'rate-limit',
	503: 'overloaded',
	504: 'timeout',
	529: 'overloaded',
};

/**
 * The meaning of an HTTP status without success, if nothing else shows it.
 * @param own statuses that have another meaning for a service
 */
export function kindOfStatus(status: number, own: Readonly<Record<number, ModelTroubleKind>> = {}): ModelTroubleKind {
	const known = own[status] ?? kindsByStatus[status];
	if (known) return known;
	if (status >= 500) return 'server-error';
	return status >= 400 ? 'bad-request' : 'protocol';
}
