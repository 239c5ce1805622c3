import type {WriteRefusal} from '../../code-host/commit-order.ts';
import type {Failure} from '../../failure.ts';

/** What a failure means for what was to be written. @param until when limits allow writing again, in milliseconds since the epoch */
export function refusedWrite(failure: Failure, until: number): WriteRefusal {
	if (failure.kind === 'guard') return {kind: 'blocked', failure};
	if (failure.code === 'rate-limited') return {kind: 'limited', until, failure};
	if (failure.code === 'bad-credentials' || failure.code === 'suspended') return {kind: 'blocked', failure};
	if (failure.kind === 'authentication') return {kind: 'denied', failure};
	if (failure.code.endsWith('-not-found')) return {kind: 'gone'};
	if (failure.code === 'query-refused' || failure.code === 'request-refused') return {kind: 'rejected', failure};
	return {kind: 'unknown', failure};
}
