import {client} from '../client/spec.ts';
import type {ProviderSpec} from '../spec.ts';
import {clientDefaultModel, free} from '../tier.ts';

export const spec: ProviderSpec<'cli-b'> = {
	...client,
	id: 'cli-b',
	alias: 'codex-cli',
	preset: {name: 'cli-b-free', alias: 'codex-cli-free', tier: null},
	title: 'Codex or GitHub Copilot',
	vendor: 'OpenAI or GitHub',
	requires: ['Node.js', 'login with the ChatGPT or GitHub account', 'ChatGPT or Copilot subscription'],
	subscription: 'ChatGPT or Copilot',
	programs: {codex: 'Codex by OpenAI', copilot: 'GitHub Copilot'},
	tiers: [free(clientDefaultModel, clientDefaultModel, 'the default of the client')],
	open: async options => (await import('./open.ts')).openCodexOrCopilot(options),
};
