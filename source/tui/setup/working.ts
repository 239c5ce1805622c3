import type {Work} from './state.ts';

export const working: Readonly<Record<Work, string>> = {
	checking: 'checking; press Esc to stop',
	pulling: 'downloading; press Esc to stop',
	listing: 'listing the models; press Esc to stop',
	asking: 'waiting for the answer; press Esc to stop',
	running: 'the command is using the terminal',
	saving: 'saving',
};
