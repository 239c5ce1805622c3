import {client} from '../client/spec.ts';
import type {ProviderSpec} from '../spec.ts';
import {free} from '../tier.ts';

export const spec: ProviderSpec<'cli-a'> = {
	...client,
	id: 'cli-a',
	alias: 'claude-cli',
	preset: {name: 'cli-a-balanced', alias: 'claude-cli-sonnet', tier: 'mid'},
	title: 'Claude Code',
	vendor: 'Anthropic',
	requires: ['Node.js', 'browser login', 'Claude subscription'],
	subscription: 'Claude',
	loginBegins: 'sk-ant-oat',
	tiers: [
		free('mid', 'sonnet', 'balanced'),
		free('small', 'haiku', 'fastest'),
		free('large', 'opus', 'best; uses up the subscription faster'),
	],
	open: async options => (await import('./program.ts')).openClaude(options),
};
