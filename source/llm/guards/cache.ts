import {hashOfJson} from '../../system/hash.ts';
import {unlessAborted} from '../../system/unless-aborted.ts';
import type {Guard} from '../guard.ts';
import type {ModelReply, ModelRequest} from '../providers/provider.ts';
import type {ModelChoice} from '../providers/registry.ts';
import type {AnswerStore} from './answer-store.ts';

export type CacheOptions = {
	choice: ModelChoice;
	/** The address of a server whose models may answer otherwise than the vendor's; null if it is the vendor's. */
	server: string | null;
	/** Null: answers are not cached; identical requests in flight are still joined. */
	store: AnswerStore | null;
	/** Whether an answer is accepted. Others are neither cached nor used from the cache. */
	isGood: (request: ModelRequest, reply: ModelReply) => boolean | Promise<boolean>;
	onHit: (request: ModelRequest) => void;
	onJoin: (request: ModelRequest) => void;
};

type CachedAnswer = {reply: ModelReply; isStored: boolean};
type Flight = {found: Promise<CachedAnswer>; signal: AbortSignal};

/** Answers repeated requests from the cache; of identical requests in flight only one is sent. */
export function cache({choice, server, store, isGood, onHit, onJoin}: CacheOptions): Guard {
	const flights = new Map<string, Flight>();

	const isAccepted = async (request: ModelRequest, reply: ModelReply) =>
		reply.stop === 'complete' && (await isGood(request, reply));

	return next => {
		async function find(id: string, request: ModelRequest, signal: AbortSignal): Promise<CachedAnswer> {
			const stored = store && (await unlessAborted(store.find(id), signal));
			if (stored && (await isAccepted(request, stored))) return {reply: stored, isStored: true};
			const reply = await next(request, signal);
			if (store && (await isAccepted(request, reply))) await store.keep(id, reply);
			return {reply, isStored: false};
		}

		async function begin(id: string, request: ModelRequest, signal: AbortSignal): Promise<ModelReply> {
			const found = find(id, request, signal).finally(() => flights.delete(id));
			flights.set(id, {found, signal});
			const {reply, isStored} = await found;
			if (isStored) onHit(request);
			return reply;
		}

		return async (request, signal) => {
			const id = requestHash(choice, server, request);
			for (;;) {
				signal.throwIfAborted();
				const flight = flights.get(id);
				if (!flight) return begin(id, request, signal);
				try {
					const {reply, isStored} = await unlessAborted(flight.found, signal);
					(isStored ? onHit : onJoin)(request);
					return reply;
				} catch (error) {
					// Only the request that was joined was aborted: send this one.
					if (!flight.signal.aborted) throw error;
				}
			}
		};
	};
}

/** What must be the same for an answer to be the same. */
const requestHash = (
	{provider, model, effort}: ModelChoice,
	server: string | null,
	{key, schema, schemaName}: ModelRequest,
) => hashOfJson([provider, model, effort, schemaName, schema, key, ...(server === null ? [] : [server])]);
