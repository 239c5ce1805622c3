import {isObject} from '../system/json.ts';
import type {HttpAnswer, Send} from './transport.ts';
import type {GraphqlError} from './verdict.ts';

/** The result of one request, whether or not Octokit treats it as a success. */
export type Exchange = {
	/** Null if no complete response arrived; then `trouble` is what was thrown. */
	answer: HttpAnswer | null;
	data: unknown;
	errors: GraphqlError[];
	trouble: unknown;
};

/** Sends a document through Octokit and keeps the headers that it drops. Throws nothing. */
export async function exchange(
	request: typeof import('@octokit/graphql').graphql,
	send: Send,
	document: string,
	variables: Record<string, unknown>,
): Promise<Exchange> {
	let answer: HttpAnswer | null = null;
	const fetch = async (url: string, init: RequestInit): Promise<Response> => {
		answer = await send(url, init);
		const bodiless = [204, 205, 304].includes(answer.status);
		return new Response(bodiless ? null : answer.body, {status: answer.status, headers: answer.headers});
	};
	try {
		const data: unknown = await request(document, {...variables, request: {fetch}});
		return {answer, data: data ?? null, errors: [], trouble: null};
	} catch (trouble) {
		return {answer, ...responseOf(trouble), trouble};
	}
}

/** Data and errors from the error that Octokit throws for a response with `errors`. */
function responseOf(trouble: unknown): {data: unknown; errors: GraphqlError[]} {
	if (!(trouble instanceof Error) || trouble.name !== 'GraphqlResponseError') return {data: null, errors: []};
	const {data, errors} = trouble as {data?: unknown; errors?: unknown};
	return {data: data ?? null, errors: Array.isArray(errors) ? errors.map(asError) : []};
}

function asError(error: unknown): GraphqlError {
	const {type, message, path} = isObject(error) ? error : {};
	return {
		type: typeof type === 'string' ? type : null,
		message: typeof message === 'string' ? message : 'an error without a message',
		path: Array.isArray(path) ? path : null,
	};
}
