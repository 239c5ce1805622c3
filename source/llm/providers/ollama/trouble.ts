import {networkReason} from '../../../system/errors.ts';
import {startOf} from '../../../text/one-line.ts';
import {kindOfStatus} from '../status.ts';
import {ModelTrouble, type ModelTroubleKind} from '../trouble.ts';
import {withoutKeys} from '../without-keys.ts';

/** What it means by some statuses; the rest are as usual. */
const ownKinds = {403: 'authentication', 404: 'protocol'} as const;

/** What the server says in words of its own, whatever the status; the first that fits counts. */
const kindsByWords: readonly [words: RegExp, kind: ModelTroubleKind, remedy: (model: string) => string][] = [
	[/^model ['"].*['"] not found/i, 'model-missing', model => `Get it: ollama pull ${model}`],
	[/file does not exist|no such model/i, 'model-missing', () => 'Correct the name; names are at ollama.com/library.'],
	[/requires? more system memory/i, 'model-missing', () => 'Use a smaller model: --llm-model 3b.'],
	[/does not support (?:chat|generate)/i, 'model-missing', () => 'Use a model that answers: --llm-model 7b.'],
	[/context (?:length|size|window)|(?:prompt|input).{0,200}too (?:long|large)/i, 'too-large', () => ''],
	[/server busy|maximum pending requests/i, 'overloaded', () => 'Use fewer workers, or raise OLLAMA_MAX_QUEUE.'],
];

export type Said = {
	/** Null where an error comes after the answer had begun. */
	status: number | null;
	message: string;
	retryAfterMs?: number | null;
};

/** What an error that the server reports means. */
export function refused({status, message, retryAfterMs = null}: Said, model: string): ModelTrouble {
	const start = startOf(message);
	const words = kindsByWords.find(([pattern]) => pattern.test(start));
	const kind = words?.[1] ?? (status === null ? 'server-error' : kindOfStatus(status, ownKinds));
	const said = withoutKeys(start);
	const text = kind === 'model-missing' || said === '' ? said : `Ollama: ${said}`;
	return new ModelTrouble(kind, text || `Ollama answered with status ${status}`, {
		remedy: words?.[2](model) ?? remedies[kind] ?? '',
		retryAfterMs,
		spent: status === null ? 'unknown' : 'nothing',
	});
}

const remedies: Partial<Record<ModelTroubleKind, string>> = {
	authentication: 'Use a model that runs on this machine: --llm-model 7b.',
	'server-error': "Look into the server's log, or restart it: ollama serve",
	protocol: 'Check the address: something else than Ollama may listen there.',
};

const downRemedy = 'Start it: ollama serve';

/** What anything that is thrown on the way to an answer means; what is no trouble of a request comes back as it is. */
export function translate(error: unknown, address: string): unknown {
	if (error instanceof ModelTrouble || !(error instanceof Error)) return error;
	if (error instanceof SyntaxError) return notOllama(address, 'it did not answer in JSON', error);
	if (/^Did not receive done/.test(error.message)) {
		return new ModelTrouble('cut-off', 'The answer of Ollama ended before it was whole', {
			spent: 'unknown',
			cause: error,
		});
	}
	if (!(error instanceof TypeError) || !/^(?:fetch failed|terminated)$/.test(error.message)) return error;
	const {code, isUnsent} = networkReason(error);
	if (code === 'ECONNREFUSED') {
		const message = `Connection refused: Ollama not running at ${address}`;
		return new ModelTrouble('unreachable', message, {remedy: downRemedy, cause: error});
	}
	if (isUnsent) {
		const message = `Ollama not running at ${address}: ${code}`;
		return new ModelTrouble('unreachable', message, {
			remedy: `Check the address, or start it: ollama serve`,
			cause: error,
		});
	}
	return new ModelTrouble('cut-off', 'The connection to Ollama broke', {
		remedy: downRemedy,
		spent: 'unknown',
		cause: error,
	});
}

export function notOllama(address: string, why: string, cause?: unknown): ModelTrouble {
	const message = `What listens at ${address} does not answer as Ollama does: ${why}`;
	return new ModelTrouble('protocol', message, {remedy: remedies.protocol!, spent: 'unknown', cause});
}
