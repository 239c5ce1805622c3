import type {ProviderSpec} from '../spec.ts';
import {free} from '../tier.ts';

export const spec: ProviderSpec<'local'> = {
	id: 'local',
	alias: 'ollama',
	preset: {name: 'local-default', alias: 'ollama-local', tier: '7b'},
	title: 'Ollama',
	vendor: 'Ollama',
	exposure: 'machine',
	latency: 'medium',
	setUp: 'medium',
	requires: ['model download of 2-8 GB', 'GPU recommended; a CPU works but is slower'],
	notes: ['no key', 'unlimited requests'],
	tiers: [
		free('7b', 'qwen2.5-coder:7b', 'code; 8 GB VRAM; good, fast', 4.7),
		free('14b', 'qwen2.5-coder:14b', 'code; 16 GB VRAM; better, medium speed', 9),
		free('70b', 'llama3.3:70b', 'general; 48 GB VRAM (40 GB+ RAM); best, slow', 43),
		free('8b', 'llama3.1:8b', 'general; 8 GB+ RAM; balanced', 4.9),
		free('3b', 'llama3.2:3b', 'general; 4 GB+ RAM; lightweight', 2),
	],
	address: {variable: 'LOCAL_BASE_URL', usual: 'http://127.0.0.1:11434'},
	variables: [{name: 'OLLAMA_HOST', help: 'address of Ollama if LOCAL_BASE_URL is not set'}],
	steps: {server: 'is the model server running?', model: 'is the model available?', GPU: 'what does it run on?'},
	serial: {remedy: 'Set OLLAMA_NUM_PARALLEL where the server starts, or use --max-workers 1.'},
	open: async options => (await import('./open.ts')).openOllama(options),
	list: async (options, signal) => (await import('./models.ts')).listRunnable(options, signal),
	async *pull(options, model, signal) {
		yield* (await import('./pull.ts')).pullModel(options, model, signal);
	},
};
