import {digestOf, type Installed, install, type OllamaModel} from './models.ts';

export type Line = Record<string, unknown>;

type Layer = {digest: string; total: number; completed: number};

/** What can be pulled, and how much of it has come. What has come stays when a pull is broken off. */
export class Library {
	readonly #layers = new Map<string, {model: Installed; layers: Layer[]}>();

	constructor(models: readonly (OllamaModel | string)[]) {
		for (const given of models) {
			const model = install(given);
			const parts = [0.9, 0.08, 0.02].map((share, index) => ({
				digest: `sha256:${digestOf(`${model.name} ${index}`)}`,
				total: Math.round(model.size * share),
				completed: 0,
			}));
			this.#layers.set(model.name, {model, layers: parts});
		}
	}

	/** Bytes that are there of a model. */
	completed(name: string): number {
		return this.#layers.get(name)?.layers.reduce((sum, layer) => sum + layer.completed, 0) ?? 0;
	}

	/** The lines of a pull, which ends with this error if there is one; each layer comes in quarters. After the last line the model is there. */
	*pull(name: string, error?: string): Generator<Line, Installed | null> {
		yield {status: 'pulling manifest'};
		if (error !== undefined) {
			yield {error};
			return null;
		}
		const entry = this.#layers.get(name);
		if (!entry) {
			yield {error: 'pull model manifest: file does not exist'};
			return null;
		}
		for (const layer of entry.layers) {
			const {digest, total} = layer;
			const line = () => ({
				status: `pulling ${digest.slice(7, 19)}`,
				digest,
				total,
				...(layer.completed > 0 && {completed: layer.completed}),
			});
			yield line();
			while (layer.completed < total) {
				layer.completed = Math.min(total, layer.completed + Math.ceil(total / 4));
				yield line();
			}
		}
		yield {status: 'verifying sha256 digest'};
		yield {status: 'writing manifest'};
		yield {status: 'success'};
		return entry.model;
	}
}
