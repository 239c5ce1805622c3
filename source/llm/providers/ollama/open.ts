import {Failure} from '../../../failure.ts';
import type {ModelService, ProviderOptions} from '../provider.ts';
import {call, loadOllama, ollamaServer} from './call.ts';
import {bodyOf, chatWithOllama, contextFor, load} from './chat.ts';
import {checkGpu, checkServer} from './check.ts';
import {isCloudName, type Profile, profileOf, runsElsewhere} from './models.ts';

/**
 * Models of an Ollama server on this machine.
 * @throws {Failure} usage `bad-base-url`; `remote-local` for a server on another machine without the user's permission, and
 * for a model that never runs locally
 */
export async function openOllama(options: ProviderOptions): Promise<ModelService> {
	const {model, effort} = options;
	const server = ollamaServer(options);
	if (isCloudName(model)) {
		const {message, remedy} = runsElsewhere(model, null);
		throw new Failure('usage', 'remote-local', `${message}.`, remedy);
	}
	let profile: Profile | null = null;
	let isGpuKnown = true;
	return {
		model,
		effort,
		address: server.href,
		isLocal: server.isLoopback,
		isMetered: false,
		isStreamed: true,
		load: () => Promise.all([loadOllama(), server.agent()]),
		sizeOf: request => Buffer.byteLength(JSON.stringify(bodyOf(model, request))),
		ask: (request, signal, onPart) =>
			call(server, model, signal, async client => {
				// A model with any name can be one that the server forwards to another machine.
				profile ??= await profileOf(server, client, model);
				if (profile.remoteHost !== null) throw runsElsewhere(model, profile.remoteHost);
				return chatWithOllama(client, bodyOf(model, request, contextFor(profile)), server.href, onPart);
			}),
		loadModel: signal => load(server, model, signal),
		check: (signal, how = {load: false}) =>
			checkServer(server, model, {...how, onUnknownGpu: () => (isGpuKnown = false)}, signal),
		async checkAnswered(signal) {
			if (isGpuKnown) return null;
			isGpuKnown = true;
			return checkGpu(server, model, signal);
		},
	};
}
