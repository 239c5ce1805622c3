import type {Flags} from './command.ts';

/** What the commands with an app have in common. */
export const appFlags = {
	noFullscreen: {type: 'boolean', help: 'draw below the prompt instead of on a screen of its own'},
	screenReader: {type: 'boolean', help: 'plain lines instead of a drawn screen, for screen readers'},
} as const satisfies Flags;

export const appEnvironment = [
	{name: 'CR_SCREEN_READER', help: 'true: the same as --screen-reader; so is INK_SCREEN_READER'},
] as const;
