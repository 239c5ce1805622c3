import {choice, off} from './kind.ts';
import {type OwnKeys, ownKeys} from './own-keys.ts';
import {row} from './setting.ts';

const themes = ['auto', 'dark', 'light', 'colorblind', 'none'] as const;

export type Theme = (typeof themes)[number];

/** How the apps look and what they react to: a matter of the user alone. */
const ofApp = {
	variable: null,
	group: 'output',
	commands: ['review', 'inbox', 'watch', 'stats', 'setup', 'bench'],
	project: 'user-only',
} as const;

const keysOn = (screen: string) =>
	row<OwnKeys>({
		...ofApp,
		key: `keys.${screen}`,
		member: 'quit',
		commands: [screen],
		kind: ownKeys,
		default: {},
		help: `choose your own keys for ${screen}, by command`,
	});

export const appRows = {
	theme: row({
		...ofApp,
		key: 'theme',
		kind: choice('<theme>', themes),
		default: 'auto',
		help: 'set the colors of the screens; auto fits them to the background of the terminal',
	}),
	mouse: row({
		...ofApp,
		...off,
		key: 'mouse',
		help: 'react to clicks and the wheel; select text with Shift',
	}),
	goesOn: row({
		...ofApp,
		...off,
		key: 'next_after_apply',
		commands: ['review'],
		help: 'go to the next finding once a key has decided to apply one',
	}),
	reviewKeys: keysOn('review'),
	inboxKeys: keysOn('inbox'),
	watchKeys: keysOn('watch'),
	statsKeys: keysOn('stats'),
	setupKeys: keysOn('setup'),
	benchKeys: keysOn('bench'),
} as const;
