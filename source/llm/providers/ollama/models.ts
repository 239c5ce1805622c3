import type {Ollama} from 'ollama';
import {at, isObject, type JsonObject, objectAt, textAt} from '../../../system/json.ts';
import {gigabytes} from '../../../text/figures.ts';
import type {NotedModel} from '../spec.ts';
import {ModelTrouble} from '../trouble.ts';
import {call, type OllamaServer, ollamaServer, type ServerOptions} from './call.ts';
import {notOllama} from './trouble.ts';

/** Those that run on this machine, to choose from. @throws {ModelTrouble}; {Failure} as `openOllama` */
export async function listRunnable(options: ServerOptions, signal: AbortSignal): Promise<NotedModel[]> {
	const models = await modelsOf(ollamaServer(options), signal);
	return models
		.filter(({remoteHost}) => remoteHost === null)
		.map(({name, parameters, bytes}) => ({
			name,
			note: [parameters, gigabytes(bytes)].filter(Boolean).join(', '),
		}));
}

/** The models that the server has, by name. @throws {ModelTrouble} */
export function modelsOf(server: OllamaServer, signal: AbortSignal) {
	return call(server, '', signal, async client => {
		const listed = entriesOf(server, await client.list());
		return listed.map(asModel).sort((one, other) => (one.name < other.name ? -1 : 1));
	});
}

/** The answer of `list` and `ps`, as entries with any fields. */
export function entriesOf(server: OllamaServer, answer: unknown): JsonObject[] {
	const models = at(answer, 'models');
	if (models === null) return [];
	if (!Array.isArray(models)) throw notOllama(server.href, 'it does not list models');
	return models.filter(isObject);
}

function asModel(entry: JsonObject) {
	return {
		/** With its tag: `llama3.2:latest`. */
		name: String(entry.name ?? entry.model),
		bytes: typeof entry.size === 'number' ? entry.size : 0,
		/** `7.6B`; empty if the server does not report it. */
		parameters: textAt(entry, 'details', 'parameter_size'),
		/** The host that runs it if this machine does not. */
		remoteHost: listedHost(entry),
	};
}

/** Whether a model of the server has this name; a name without a tag means `:latest`. */
export function isSameModel(name: string, meant: string): boolean {
	const full = (text: string) => (/:[^/]*$/.test(text) ? text : `${text}:latest`).toLowerCase();
	return full(name) === full(meant);
}

export type Profile = {
	remoteHost: string | null;
	/** Its context length in tokens; null if the server does not report it. */
	contextTokens: number | null;
};

export async function profileOf(server: OllamaServer, client: Ollama, model: string): Promise<Profile> {
	const shown: unknown = await client.show({model});
	if (!isObject(shown)) throw notOllama(server.href, 'it does not describe the model');
	const facts = Object.entries(objectAt(shown, 'model_info'));
	const length = facts.find(([name]) => name.endsWith('.context_length'))?.[1];
	return {remoteHost: listedHost(shown), contextTokens: typeof length === 'number' && length > 0 ? length : null};
}

function listedHost({remote_host: host}: JsonObject): string | null {
	return typeof host === 'string' && host !== '' ? host : null;
}

/** Names of models that the server forwards to another machine. */
export const isCloudName = (model: string) => /:(?:[^/]*-)?cloud$/i.test(model);

/** The model runs on another machine, so questions would leave this one. */
export function runsElsewhere(model: string, host: string | null): ModelTrouble {
	const message = `The model ${model} does not run on this machine but at ${host ?? 'ollama.com'}`;
	return new ModelTrouble('model-missing', message, {remedy: 'Use a model that runs here: --llm-model 7b.'});
}
