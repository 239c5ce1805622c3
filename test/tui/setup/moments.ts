import {specOf} from '../../../source/llm/providers/registry.ts';
import {draftFor} from '../../../source/run/setup/draft.ts';
import {type CheckStep, uncheckedStep} from '../../../source/run/setup/step.ts';
import type {Settings} from '../../../source/settings/table.ts';
import type {SetupState} from '../../../source/tui/setup/state.ts';

const coder = 'qwen2.5-coder:7b';

const step = (id: string, title: string, given: Partial<CheckStep> = {}): CheckStep => ({
	...uncheckedStep(id, title),
	...given,
});

export const local = [
	step('server', 'is the model server running?', {status: 'ok', detail: 'Ollama runs at http://127.0.0.1:11434'}),
	step('model', 'is the model available?', {
		status: 'needs-you',
		detail: `model '${coder}' not found`,
		remedy: `Download it: ollama pull ${coder} (code; 8 GB VRAM; good, fast; download about 4.7 GB)`,
		ways: [{kind: 'pull', command: `ollama pull ${coder}`, model: coder}],
	}),
	step('GPU', 'what does it run on?'),
];

const key = [
	step('key', 'is there a key, and is it accepted?', {
		status: 'needs-you',
		detail: 'There is no API key for OpenAI',
		remedy: 'Generate one at https://platform.openai.com/api-keys (a key is shown once, at creation).',
		ways: [{kind: 'key'}],
	}),
	step('server', 'does the service answer?'),
	step('model', 'is the model available?'),
];

const host = [step('host', 'does GitHub answer?'), step('token', 'is there a token with the required scopes?')];

const ready = [
	step('host', 'does GitHub answer?', {status: 'ok', detail: 'api.github.com responds'}),
	step('token', 'is there a token with the required scopes?', {status: 'ok', detail: 'GH_TOKEN, accepted as ann'}),
	step('push', 'may the token push?', {
		status: 'warning',
		detail: 'the token may not push to octo/app, branch feature (octo/app#7)',
		remedy: 'Only people with write access to it can. apply without --push changes this folder.',
	}),
	step('replies', 'are replies visible, or part of a pending review?', {
		status: 'ok',
		detail: 'you have no pending review on octo/app#7',
	}),
];

/** Screens of the wizard, each at a moment of its own. */
export const moments = {
	wishes: () => ({page: 'wishes', current: 'provider'}),
	providers: () => ({page: 'providers'}),
	step: settings => ({
		page: 'step',
		current: 'model',
		draft: draftFor('local', settings),
		steps: {provider: local, host},
	}),
	push: () => ({page: 'step', current: 'push', steps: {provider: [], host: ready}}),
	pull: settings => ({
		page: 'step',
		current: 'model',
		draft: draftFor('local', settings),
		steps: {provider: local, host},
		work: 'pulling',
		pull: {status: 'pulling 60e05f210007', bytes: 1.9e9, total: 4.7e9, rate: 23.4e6, etaMs: 119_000, idleMs: 0},
	}),
	stalled: settings => ({
		page: 'step',
		current: 'model',
		draft: draftFor('local', settings),
		steps: {provider: local, host},
		work: 'pulling',
		pull: {status: 'pulling 60e05f210007', bytes: 1.9e9, total: 4.7e9, rate: null, etaMs: null, idleMs: 12_000},
	}),
	key: settings => ({
		page: 'step',
		current: 'key',
		draft: draftFor('api-a', settings),
		steps: {provider: key, host},
		field: {text: 'x'.repeat(30), cursor: 30},
	}),
	asking: settings => ({
		page: 'request',
		current: 'request',
		draft: draftFor('local', settings),
		steps: {provider: local, host},
		work: 'asking',
		answering: 'no word yet, 80 s',
	}),
	models: settings => ({
		page: 'models',
		current: 'model',
		draft: draftFor('local', settings),
		steps: {provider: local, host},
		models: [
			...specOf('local').tiers.map(({name, model, note}) => ({name, model, note, isThere: false})),
			...['qwen3:4b', 'gemma3:12b', 'phi4:14b'].map(name => ({name, model: name, note: '', isThere: true})),
		],
	}),
	request: settings => ({
		page: 'request',
		current: 'request',
		draft: draftFor('local', settings),
		steps: {provider: local, host},
		trial: {
			step: step('request', 'does it answer a real request?', {
				status: 'ok',
				detail: `answered by ${coder}, with a usable edit`,
			}),
			costUsd: 0,
			unknownCosts: 0,
			latencyMs: 61_000,
			tokens: {input: 640, output: 95},
			pace: {
				speed: {inputPerSecond: 12.3, outputPerSecond: 1.94},
				questionMs: 255_000,
				other: {name: '3b', note: 'general; 4 GB+ RAM; lightweight', isLarger: false, questionMs: 109_000},
				timeout: 90,
			},
		},
	}),
	save: settings => ({page: 'save', current: 'save', draft: draftFor('local', settings)}),
	done: settings => ({
		page: 'done',
		current: 'save',
		draft: draftFor('local', settings),
		saved: {path: '/u/h/.config/pr-resolve/config.json', removed: []},
	}),
} satisfies Record<string, (settings: Settings) => Partial<SetupState>>;

export type Moment = keyof typeof moments;

export const everyMoment = Object.keys(moments) as Moment[];
