import type {Way} from '../../../failure.ts';
import {networkReason, rootCause} from '../../../system/errors.ts';
import {isOnThisMachine} from '../../../system/loopback.ts';
import {plainStart} from '../../../text/shorten.ts';
import {kindOfStatus, longerContext, ModelTrouble, type ModelTroubleKind} from '../trouble.ts';
import {withoutKeys} from '../without-keys.ts';

type Help = {remedy: string; ways?: readonly Way[]};

export const serve: Way = {kind: 'elsewhere', command: 'ollama serve'};

/** The remedy for a missing model. */
export function get(model: string): Help {
	const command = `ollama pull ${model}`;
	return {remedy: `Download it: ${command}`, ways: [{kind: 'pull', command, model}]};
}

const tooLong = (): Help => ({remedy: longerContext});

/** Statuses with a special meaning; all others have their usual one. */
const ollamaKinds = {403: 'authentication', 404: 'protocol'} as const;

/** The server's own messages, regardless of the status; the first match counts. */
const kindsByWords: readonly [words: RegExp, kind: ModelTroubleKind, help: (model: string) => Help][] = [
	[/^model ['"].*['"] not found/i, 'model-missing', get],
	[
		/file does not exist|no such model|^invalid model name/i,
		'model-missing',
		() => ({remedy: 'Correct the name; see ollama.com/library.'}),
	],
	[/requires? more system memory/i, 'model-missing', () => ({remedy: 'Use a smaller model: --llm-model 3b.'})],
	[/does not support (?:chat|generate)/i, 'model-missing', () => ({remedy: 'Use a chat model: --llm-model 7b.'})],
	[/context (?:length|size|window)|(?:prompt|input).{0,200}too (?:long|large)/i, 'too-large', tooLong],
	[
		/server busy|maximum pending requests/i,
		'overloaded',
		() => ({remedy: 'Use fewer workers, or raise OLLAMA_MAX_QUEUE.'}),
	],
];

export type Said = {
	/** Null if the answer had already begun. */
	status: number | null;
	message: string;
	retryAfterMs?: number | null;
};

export function refusedByOllama({status, message, retryAfterMs = null}: Said, model: string): ModelTrouble {
	const begin = plainStart(message);
	const unreached = unreachedHost(begin);
	if (unreached) return unreached;
	const words = kindsByWords.find(([pattern]) => pattern.test(begin));
	const kind = words?.[1] ?? (status === null ? 'server-error' : kindOfStatus(status, ollamaKinds));
	const said = withoutKeys(begin);
	const text = kind === 'model-missing' || said === '' ? said : `Ollama: ${said}`;
	return new ModelTrouble(kind, text || `Ollama returned status ${status}`, {
		...(words?.[2](model) ?? helps[kind]),
		retryAfterMs,
		spent: status === null ? 'unknown' : 'nothing',
	});
}

/**
 * The server's own request to another host has failed: `Get "https://registry.ollama.ai/v2/...": dial tcp: ... no such host`,
 * as Go words it. Requests to the processes that run models have an address of this machine.
 */
function unreachedHost(message: string): ModelTrouble | null {
	const [, address = '', why = ''] = /\b(?:Get|Head|Post) "(https?:\/\/[^"]+)": (.+)$/.exec(message) ?? [];
	if (!URL.canParse(address)) return null;
	const {hostname} = new URL(address);
	if (isOnThisMachine(hostname)) return null;
	const through = /^proxyconnect\b/.test(why) ? ' through its proxy' : '';
	const reason = withoutKeys((why.split(': ').at(-1) ?? '').trim());
	return new ModelTrouble('unreachable', `Ollama cannot reach ${hostname}${through}: ${reason}`, {
		remedy: "Check the network, or HTTPS_PROXY in the server's environment.",
	});
}

const other = {remedy: 'Check the address: another program may be listening there.'};

const helps: Partial<Record<ModelTroubleKind, Help>> = {
	authentication: {remedy: 'Use a model that runs on this machine: --llm-model 7b.'},
	'server-error': {remedy: "Check the server's log, or restart it: ollama serve", ways: [serve]},
	protocol: other,
};

const start: Help = {remedy: 'Start it: ollama serve', ways: [serve]};

/** The SDK's error for a stream that ends without its last line. */
export const isWithoutEnd = (error: unknown): boolean =>
	error instanceof Error && /^Did not receive done/.test(error.message);

/** Converts any error thrown by a request; an error that has nothing to do with the request is returned as it is. */
export function translate(error: unknown, address: string): unknown {
	if (error instanceof ModelTrouble || !(error instanceof Error)) return error;
	if (error instanceof SyntaxError) return notOllama(address, 'it did not answer in JSON', error);
	const cutOff = (message: string, help?: Help) =>
		new ModelTrouble('cut-off', message, {...help, spent: 'unknown', cause: error});
	if (isWithoutEnd(error)) return cutOff("Ollama's answer ended before it was complete");
	if (!(error instanceof TypeError) || !/^(?:fetch failed|terminated)$/.test(error.message)) return error;
	const {code, message: reason, isUnsent} = networkReason(error);
	if (isNotHttp(error)) return notOllama(address, 'it does not speak HTTP', error);
	const unreachable = (message: string, help: Help) =>
		new ModelTrouble('unreachable', message, {...help, cause: error});
	if (reason === 'bad port') {
		return unreachable(`Port ${new URL(address).port} is not for HTTP, so nothing can be sent to ${address}`, other);
	}
	if (code === 'ECONNREFUSED') return unreachable(`Connection refused: Ollama not running at ${address}`, start);
	if (isUnsent) {
		const remedy = 'Check the address, or start it: ollama serve';
		return unreachable(`Ollama not running at ${address}: ${code}`, {remedy, ways: [serve]});
	}
	return cutOff('The connection to Ollama broke', start);
}

/** The parser's error, with a code or without one. */
function isNotHttp(error: Error): boolean {
	const cause = rootCause(error);
	return cause instanceof Error && cause.name === 'HTTPParserError';
}

export function notOllama(address: string, why: string, cause?: unknown): ModelTrouble {
	const message = `The server at ${address} does not behave like Ollama: ${why}`;
	return new ModelTrouble('protocol', message, {...other, spent: 'unknown', cause});
}
