import {start} from '../commands/start.ts';
import {runAction} from './run-action.ts';

/** Set by the build. */
declare const PR_RESOLVE_VERSION: string;

await start(PR_RESOLVE_VERSION, {program: runAction});
