import type {Flags} from './command.ts';

/** Shared by the commands with an app. */
export const appFlags = {
	noFullscreen: {group: 'output', type: 'boolean', help: 'draw below the prompt instead of using the full screen'},
	screenReader: {group: 'output', type: 'boolean', help: 'print plain lines for screen readers'},
} as const satisfies Flags;
