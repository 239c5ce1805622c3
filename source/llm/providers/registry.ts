import type {ProviderId} from '../../settings/providers.ts';
import type {OpenProvider} from '../provider.ts';

/** How each provider is opened; its client is loaded when it is. */
export const registry: Readonly<Record<ProviderId, () => Promise<OpenProvider>>> = {
	local: async () => (await import('./local.ts')).openLocal,
	'cli-a': async () => (await import('./cli-a.ts')).openCliA,
	'cli-b': async () => (await import('./cli-b.ts')).openCliB,
	'api-a': async () => (await import('./api-a.ts')).openApiA,
	'api-b': async () => (await import('./api-b.ts')).openApiB,
};
