import {openClient} from '../client/open.ts';
import type {OpenProvider} from '../provider.ts';
import {claude} from './program.ts';

/** A Claude subscription, through Anthropic's own client. */
export const openClaude: OpenProvider = async options => openClient({program: claude}, options);
