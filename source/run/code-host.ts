import type {CodeHost} from '../code-host/port.ts';
import {github} from '../github/host-port.ts';
import type {Context} from './context.ts';

/** The code host that a run works with. */
export const codeHostOf = ({codeHost = github}: Pick<Context, 'codeHost'>): CodeHost => codeHost;
