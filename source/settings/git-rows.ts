import {number} from './kind.ts';
import {row} from './setting.ts';

/** How long others may keep git waiting is the user's choice alone. */
const ofGit = {group: 'other', project: 'forbidden', forWrites: true} as const;

const transfers = {
	...ofGit,
	commands: ['apply', 'analyze', 'review', 'watch', 'inbox', 'fleet', 'undo', 'mcp', 'mark'],
} as const;

export const gitRows = {
	gitLowSpeed: row({
		...transfers,
		key: 'git_low_speed',
		kind: number('<bytes/s>', {from: 0, to: 1_000_000_000, unit: ' (bytes a second; 0: never)', whole: true}),
		default: 1000,
		help: 'end a git transfer over HTTP that is slower than this, in bytes a second',
	}),
	gitLowSpeedTime: row({
		...transfers,
		key: 'git_low_speed_time',
		kind: number('<s>', {from: 0, to: 86_400, unit: ' (seconds; 0: never)', whole: true}),
		default: 300,
		help: 'end it once it has been that slow for this many seconds',
	}),
	signTimeout: row({
		...ofGit,
		commands: ['apply', 'review', 'watch', 'undo', 'mcp'],
		key: 'sign_timeout',
		kind: number('<s>', {from: 0, to: 86_400, unit: ' (seconds; 0: never)'}),
		default: 60,
		help: 'without a terminal, end the signing of a commit after this many seconds',
	}),
} as const;
