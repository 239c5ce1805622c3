import type {ProviderId} from '../settings/providers.ts';

/** What a person chooses a provider by. Texts have no full stop. */
export type ProviderFacts = {
	/** For people. */
	readonly title: string;
	readonly kind: string;
	readonly cost: 'free' | 'free with subscription' | 'pay per use';
	readonly privacy: 'high' | 'medium' | 'low';
	/** Where the texts go. */
	readonly privacyNote: string;
	readonly latency: string;
	readonly setUp: 'easy' | 'medium';
	readonly requires: readonly string[];
	/** What else one should know before choosing it. */
	readonly notes: readonly string[];
};

const clientNotes = [
	'rate limits of the subscription apply',
	'unsuitable for production automation',
	'an expired login needs a new one',
];

/** The providers in the order in which they are listed everywhere. */
export const catalogue: Readonly<Record<ProviderId, ProviderFacts>> = {
	local: {
		title: 'Ollama',
		kind: 'model server on this machine',
		cost: 'free',
		privacy: 'high',
		privacyNote: 'data stays on the machine',
		latency: 'medium',
		setUp: 'medium',
		requires: ['model download of 2-8 GB', 'GPU recommended; a CPU works but is slower'],
		notes: ['no key', 'unlimited requests'],
	},
	'cli-a': {
		title: 'Claude Code',
		kind: 'subscription client of Anthropic',
		cost: 'free with subscription',
		privacy: 'medium',
		privacyNote: 'data goes to Anthropic',
		latency: 'fast',
		setUp: 'easy',
		requires: ['Node.js', 'login in a browser', 'Claude subscription'],
		notes: ['no key', ...clientNotes],
	},
	'cli-b': {
		title: 'Codex or GitHub Copilot',
		kind: 'subscription client of OpenAI or GitHub',
		cost: 'free with subscription',
		privacy: 'medium',
		privacyNote: 'data goes to OpenAI or GitHub',
		latency: 'fast',
		setUp: 'easy',
		requires: ['Node.js', 'login with the ChatGPT or GitHub account', 'ChatGPT or Copilot subscription'],
		notes: ['no key', ...clientNotes],
	},
	'api-a': {
		title: 'OpenAI API',
		kind: 'pay-per-use API of OpenAI',
		cost: 'pay per use',
		privacy: 'low',
		privacyNote: 'data goes to OpenAI',
		latency: 'fast (1-3 s with a small model)',
		setUp: 'easy',
		requires: ['API key', 'credit card'],
		notes: ['no prompt caching promised; cached tokens that are reported are counted'],
	},
	'api-b': {
		title: 'Anthropic API',
		kind: 'pay-per-use API of Anthropic',
		cost: 'pay per use',
		privacy: 'low',
		privacyNote: 'data goes to Anthropic',
		latency: 'fast',
		setUp: 'easy',
		requires: ['API key', 'credit card'],
		notes: ['prompt caching makes repeated input 50-90 % cheaper'],
	},
};
