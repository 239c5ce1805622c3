import type {Ask} from '../../../source/llm/guard.ts';
import type {ModelReply, ModelRequest} from '../../../source/llm/providers/provider.ts';
import type {Provider} from '../../../source/llm/providers/registry.ts';
import type {Usage} from '../../../source/llm/providers/usage.ts';

export const usage: Usage = {input: 100, cachedInput: 0, cacheWrite: 0, output: 10};

export const replyOf = (text: string, rest: Partial<ModelReply> = {}): ModelReply => ({
	text,
	stop: 'complete',
	usage,
	model: 'model-x',
	...rest,
});

export const requestOf = (key: string, rest: Partial<ModelRequest> = {}): ModelRequest => ({
	head: 'head',
	body: key,
	schema: {},
	schemaName: 'answer',
	maximumOutputTokens: 50,
	key,
	...rest,
});

/** A model service at the end of the guards. */
export const providerOf = (ask: Ask, rest: Partial<Provider> = {}): Provider => ({
	provider: 'api-a',
	model: 'model-x',
	effort: 'low',
	address: 'https://127.0.0.1/',
	isLocal: false,
	isMetered: true,
	load: async () => {},
	sizeOf: () => 100,
	ask,
	async *check() {},
	...rest,
});

export const never = new AbortController().signal;

/** What a promise is rejected with. */
export const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
	promise.then(
		value => {
			throw new Error(`did not fail: ${JSON.stringify(value)}`);
		},
		error => error,
	);

/** Never answers, and ends with the signal. */
export const hang: Ask = (_, signal) => {
	const {promise, reject} = Promise.withResolvers<ModelReply>();
	signal.addEventListener('abort', () => reject(signal.reason));
	return promise;
};
