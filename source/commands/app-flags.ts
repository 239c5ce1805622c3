import type {Flags} from './command.ts';

/** What the commands with an app have in common. */
export const appFlags = {
	noFullscreen: {group: 'output', type: 'boolean', help: 'draw below the prompt instead of on a screen of its own'},
	screenReader: {group: 'output', type: 'boolean', help: 'plain lines instead of a drawn screen, for screen readers'},
} as const satisfies Flags;
