import {createHash} from 'node:crypto';

export type OllamaModel = {
	name: string;
	/** Bytes. */
	size?: number;
	parameters?: string;
	contextLength?: number;
	capabilities?: string[];
	/** Runs it in place of this server. */
	remoteHost?: string;
};

/** As a server has it: with its tag, and with every field. */
export type Installed = Required<Omit<OllamaModel, 'remoteHost'>> & {remoteHost: string | null};

export function install(model: OllamaModel | string): Installed {
	const given = typeof model === 'string' ? {name: model} : model;
	return {
		size: 4_683_087_332,
		parameters: '7.6B',
		contextLength: 32_768,
		capabilities: ['completion', 'tools'],
		remoteHost: null,
		...given,
		name: withTag(given.name),
	};
}

export const withTag = (name: string) => (/:[^/]*$/.test(name) ? name : `${name}:latest`);

export const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');

const detailsOf = ({parameters}: Installed): object => ({
	parent_model: '',
	format: 'gguf',
	family: 'qwen2',
	families: ['qwen2'],
	parameter_size: parameters,
	quantization_level: 'Q4_K_M',
});

const remoteOf = ({remoteHost, name}: Installed) =>
	remoteHost === null ? {} : {remote_model: name, remote_host: remoteHost};

export const listed = (model: Installed) => ({
	name: model.name,
	model: model.name,
	...remoteOf(model),
	modified_at: '2026-11-01T10:00:00.123456789+01:00',
	size: model.size,
	digest: digestOf(model.name),
	details: {...detailsOf(model), context_length: model.contextLength, embedding_length: 3584},
	capabilities: model.capabilities,
});

export const shown = (model: Installed) => ({
	license: 'Apache',
	modelfile: '# Modelfile',
	parameters: 'temperature 0.7',
	template: '{{ .Prompt }}',
	details: detailsOf(model),
	model_info: {
		'general.architecture': 'qwen2',
		'general.parameter_count': 7_615_616_512,
		'qwen2.context_length': model.contextLength,
	},
	capabilities: model.capabilities,
	...remoteOf(model),
	modified_at: '2026-11-01T10:00:00.123456789+01:00',
});

/** Bytes of memory that each token of the context needs. */
const bytesPerToken = 4096;

/** A loaded model, which needs memory for its context too. @param onGpu how much of it lies in the memory of a GPU, 0 to 1 */
export const running = (model: Installed, {context, onGpu}: {context: number; onGpu: number}) => ({
	name: model.name,
	model: model.name,
	size: model.size + context * bytesPerToken,
	digest: digestOf(model.name),
	details: detailsOf(model),
	expires_at: '2026-11-20T13:00:00Z',
	size_vram: Math.round((model.size + context * bytesPerToken) * onGpu),
	context_length: context,
});
