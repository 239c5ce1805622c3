import type {Work} from './state.ts';

/** What goes on, in words. */
export const working: Readonly<Record<Work, string>> = {
	checking: 'checking; Esc stops it',
	pulling: 'downloading; Esc stops it',
	listing: 'asking for the models; Esc stops it',
	asking: 'waiting for the answer; Esc stops it',
	running: 'the command has the terminal',
	saving: 'saving',
};
