import {openClient} from '../client/open.ts';
import type {Provider, ProviderId, ProviderOptions} from '../provider.ts';
import {claude} from './program.ts';

/** A Claude subscription, through Anthropic's own client. */
export const openClaude = (provider: ProviderId, options: ProviderOptions): Provider =>
	openClient({provider, program: claude}, options);
