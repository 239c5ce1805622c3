import {gigabytes} from '../../../text/figures.ts';
import {failed, ok, warning} from '../checks.ts';
import type {ProviderCheck} from '../provider.ts';
import {ModelTrouble} from '../trouble.ts';
import {call, type OllamaServer} from './call.ts';
import {load} from './chat.ts';
import {entriesOf, isSameModel, modelsOf, runsElsewhere} from './models.ts';
import {get, serve} from './trouble.ts';

export type LocalCheckOptions = {
	/** Load the model, because the server reports the device only of a loaded one. Takes a while and no tokens. */
	load: boolean;
	/** Called if the device stays unknown. */
	onUnknownGpu?: () => void;
};

/** Checks the server, the model and its device (GPU or CPU). @throws the signal's reason */
export async function* checkServer(
	server: OllamaServer,
	model: string,
	how: LocalCheckOptions,
	signal: AbortSignal,
): AsyncGenerator<ProviderCheck, void> {
	let name = 'server';
	try {
		const models = await modelsOf(server, signal);
		yield ok(name, `Ollama runs at ${server.href}`);
		name = 'model';
		const found = models.find(listed => isSameModel(listed.name, model));
		if (!found) {
			throw new ModelTrouble('model-missing', `model '${model}' not found`, get(model));
		}
		if (found.remoteHost !== null) throw runsElsewhere(model, found.remoteHost);
		if (how.load) await load(server, model, signal);
		yield ok(
			name,
			`${found.name}${found.parameters ? `, ${found.parameters} parameters` : ''}, ${gigabytes(found.bytes)}`,
		);
		name = 'GPU';
		const gpu = await checkGpu(server, model, signal);
		if (!gpu) how.onUnknownGpu?.();
		yield gpu ?? ok(name, 'unknown until the model is loaded');
	} catch (trouble) {
		if (!(trouble instanceof ModelTrouble)) throw trouble;
		yield failed(name, trouble);
	}
}

/** The device, from the share of the model that is in GPU memory, as in the server's own `ps`; null if it is not loaded. */
export async function checkGpu(
	server: OllamaServer,
	model: string,
	signal: AbortSignal,
): Promise<ProviderCheck | null> {
	const running = await call(server, model, signal, async client => entriesOf(server, await client.ps()));
	const loaded = running.find(({name}) => isSameModel(String(name), model));
	if (!loaded) return null;
	const [size, onGpu] = [Number(loaded.size), Number(loaded.size_vram ?? 0)];
	if (onGpu > 0)
		return ok('GPU', `${onGpu >= size ? 'the' : `${Math.round((onGpu / size) * 100)}% of the`} model runs on the GPU`);
	const remedy = "Install the GPU's drivers and restart the server: ollama serve";
	return warning('GPU', 'GPU not detected, using CPU inference', remedy, [serve]);
}
