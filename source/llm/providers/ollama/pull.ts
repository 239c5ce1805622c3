import type {PullProgress} from '../spec.ts';
import {ollamaServer, openCall, type ServerOptions} from './call.ts';
import {isCloudName, runsElsewhere} from './models.ts';

/**
 * Downloads a model. Aborting stops the download; the next pull continues it.
 * @throws {ModelTrouble}, `model-missing` for a name that does not exist or a model that does not run here; the signal's
 * reason; {Failure} as `openOllama`
 */
export async function* pullModel(
	options: ServerOptions,
	model: string,
	signal: AbortSignal,
): AsyncGenerator<PullProgress, void> {
	if (isCloudName(model)) throw runsElsewhere(model, null);
	const call = await openCall(ollamaServer(options), model, signal);
	const parts = new Map<string, {completed: number; total: number}>();
	try {
		for await (const {status, digest, completed, total} of await call.client.pull({model, stream: true})) {
			// The server omits the count while it is zero, and does not report parts that were downloaded before.
			if (digest && typeof total === 'number') parts.set(digest, {completed: completed ?? 0, total});
			yield {status: String(status), ...layerSum([...parts.values()])};
		}
	} catch (error) {
		throw call.trouble(error);
	} finally {
		call.close();
	}
}

function layerSum(parts: readonly {completed: number; total: number}[]) {
	const sum = (of: 'completed' | 'total') => parts.reduce((all, part) => all + part[of], 0);
	return {completed: sum('completed'), total: parts.length > 0 ? sum('total') : null};
}
