import type {ProviderSpec} from '../spec.ts';

/** What all pay-per-use services have in common. */
export const api = {
	exposure: 'vendor',
	setUp: 'easy',
	requires: ['API key', 'credit card'],
	steps: {
		key: 'is there a key, and is it accepted?',
		server: 'does the service answer?',
		model: 'is the model available?',
	},
} as const satisfies Partial<ProviderSpec>;
