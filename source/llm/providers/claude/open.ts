import {openClientService} from '../client/open.ts';
import type {ModelService, ProviderOptions} from '../provider.ts';
import {claudeProgram} from './program.ts';

/** A Claude subscription, through Anthropic's own client. */
export const openClaude = (options: ProviderOptions): ModelService =>
	openClientService({program: claudeProgram}, options);
