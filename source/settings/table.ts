import {modes, strategies, trustLevels} from '../resolve/policy.ts';
import {severities} from '../review/finding.ts';
import {logLevels} from '../system/log-levels.ts';
import {appRows} from './app-rows.ts';
import {deliveryRows} from './delivery-rows.ts';
import {type IgnoreRule, ignoreRules} from './ignore.ts';
import {choice, logins, number, off, path, patterns, reviewers, unset} from './kind.ts';
import {modelRows, type ProviderRows} from './model-rows.ts';
import {row, type Setting} from './setting.ts';

const resolving = ['apply', 'analyze', 'review', 'watch', 'inbox', 'fleet', 'mcp', 'mark', 'memory'];

const ofComments = {group: 'comments', commands: resolving} as const;

/** Commands that only look do not need flags for what to do with changes. */
const ofChanges = {group: 'changes', commands: resolving, flagless: ['inbox', 'mcp', 'mark', 'memory']} as const;

const ofLog = {group: 'output', commands: 'all'} as const;

/** How long others may keep git waiting is the user's choice alone. */
const ofGit = {group: 'other', forWrites: true} as const;

const transfers = {
	...ofGit,
	commands: ['apply', 'analyze', 'review', 'watch', 'inbox', 'fleet', 'undo', 'mcp', 'mark'],
} as const;

const rowsByName = {
	mode: row({
		...ofChanges,
		key: 'mode',
		flag: '--mode',
		kind: choice('<mode>', modes),
		default: 'all',
		help: 'choose which changes to handle; dry-run writes nothing',
		project: 'allowed',
	}),
	strategy: row({
		...ofChanges,
		key: 'strategy',
		flag: '--strategy',
		kind: choice('<strategy>', strategies),
		default: 'priority',
		help: 'resolve conflicts by priority, skip them, or ask in the terminal',
		project: 'allowed',
	}),
	trust: row({
		...ofChanges,
		key: 'trust',
		flag: '--trust',
		kind: choice('<level>', trustLevels),
		default: 'members',
		help: 'trust bots and people with a role in the repository, or anyone',
	}),
	trustAuthor: row<readonly string[]>({
		...ofChanges,
		key: 'trust_author',
		flag: '--trust-author',
		kind: logins,
		default: [],
		help: 'trust this author too',
	}),
	author: row<readonly string[]>({
		...ofComments,
		key: 'author',
		flag: '--author',
		kind: reviewers,
		default: [],
		help: 'limit to this reviewer ([bot]: all bots)',
	}),
	severity: row({
		...ofComments,
		...unset(choice('<level>', severities)),
		key: 'severity',
		flag: '--severity',
		help: 'limit to this severity and above; unstated counts as minor',
		project: 'allowed',
	}),
	path: row<readonly string[]>({
		...ofComments,
		key: 'path',
		flag: '--path',
		kind: patterns,
		default: [],
		help: 'limit to files that match this pattern',
		project: 'allowed',
	}),
	ignore: row<readonly IgnoreRule[]>({
		...ofComments,
		key: 'ignore',
		variable: null,
		kind: ignoreRules,
		default: [],
		help: 'exclude findings of a bot up to a severity in these files',
		project: 'user-only',
	}),
	includeResolved: row({
		...ofComments,
		...off,
		key: 'include_resolved',
		flag: '--include-resolved',
		help: 'include resolved threads',
	}),
	excludeOutdated: row({
		...ofComments,
		...off,
		key: 'exclude_outdated',
		help: 'exclude threads whose lines have changed since',
	}),
	...deliveryRows,
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
	...modelRows,
	logLevel: row({
		...ofLog,
		key: 'log_level',
		flag: '--log-level',
		kind: choice('<level>', logLevels),
		default: 'WARNING',
		help: 'set the minimum log level',
	}),
	logFile: row({
		...ofLog,
		...unset(path),
		key: 'log_file',
		flag: '--log-file',
		help: 'append the log to this file too',
	}),
	...appRows,
} as const;

/** Every setting. Flags, environment, files, `config` and help texts are made from these rows. */
export const table: typeof rowsByName & ProviderRows = rowsByName;

export type SettingName = keyof typeof table;

export type Settings = {
	[Name in SettingName]: (typeof table)[Name] extends Setting<infer Value> ? Value : never;
};

const rows = Object.entries(table) as [SettingName, Setting][];

/** The settings of a command, in the order of the table; `config` shows them all. */
export function settingsOf(command: string): [SettingName, Setting][] {
	return rows.filter(([, {commands}]) => command === 'config' || commands === 'all' || commands.includes(command));
}
