import {openClientProvider} from '../client/open.ts';
import type {Provider, ProviderId, ProviderOptions} from '../provider.ts';
import {claudeProgram} from './program.ts';

/** A Claude subscription, through Anthropic's own client. */
export const openClaude = (provider: ProviderId, options: ProviderOptions): Provider =>
	openClientProvider({provider, program: claudeProgram}, options);
