import type {OpenProvider} from '../provider.ts';
import {claude} from './cli-a-claude.ts';
import {openClient} from './client/open.ts';

/** Vendor A's subscription, through its own client. */
export const openCliA: OpenProvider = async options => openClient({program: claude}, options);
