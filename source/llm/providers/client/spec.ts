import type {ProviderSpec} from '../spec.ts';

/** What all subscription clients have in common. */
export const client = {
	exposure: 'subscription',
	latency: 'fast',
	setUp: 'easy',
	notes: [
		'no key',
		'rate limits of the subscription apply',
		'unsuitable for production automation',
		'an expired login must be renewed',
	],
	steps: {program: 'is the client installed?', login: 'is it logged in?'},
} as const satisfies Partial<ProviderSpec>;
