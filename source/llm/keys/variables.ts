import type {OfMetered} from '../vendor-addresses.ts';

/** The variables with keys that the vendors' own programs read. */
export const keyVariables: OfMetered<string> = {'api-a': 'OPENAI_API_KEY', 'api-b': 'ANTHROPIC_API_KEY'};
