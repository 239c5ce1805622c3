import {modes, strategies, trustLevels} from '../resolve/policy.ts';
import {type Severity, severities} from '../review/finding.ts';
import {logLevels} from '../system/log-levels.ts';
import {appRows} from './app-rows.ts';
import {deliveryRows} from './delivery-rows.ts';
import {gitRows} from './git-rows.ts';
import {type IgnoreRule, ignoreRules} from './ignore.ts';
import {choice, logins, optional, path, patterns, reviewers, truth} from './kind.ts';
import {modelRows, type ProviderRows} from './model-rows.ts';
import {row, type Setting} from './setting.ts';

const resolving = ['apply', 'analyze', 'review', 'watch', 'inbox', 'fleet', 'mcp', 'mark', 'memory'];

/** Commands that only look do not need flags for what to do with changes. */
const flagless = ['inbox', 'mcp', 'mark', 'memory'];

const rowsByName = {
	mode: row({
		key: 'mode',
		variable: 'CR_MODE',
		flag: '--mode',
		kind: choice('<mode>', modes),
		default: 'all',
		help: 'choose which changes to handle; dry-run writes nothing',
		group: 'changes',
		commands: resolving,
		flagless,
		project: 'allowed',
	}),
	strategy: row({
		key: 'strategy',
		variable: 'CR_STRATEGY',
		flag: '--strategy',
		kind: choice('<strategy>', strategies),
		default: 'priority',
		help: 'resolve conflicts by priority, skip them, or ask in the terminal',
		group: 'changes',
		commands: resolving,
		flagless,
		project: 'allowed',
	}),
	trust: row({
		key: 'trust',
		variable: 'CR_TRUST',
		flag: '--trust',
		kind: choice('<level>', trustLevels),
		default: 'members',
		help: 'trust bots and people with a role in the repository, or anyone',
		group: 'changes',
		commands: resolving,
		flagless,
		project: 'forbidden',
	}),
	trustAuthor: row<readonly string[]>({
		key: 'trust_author',
		variable: 'CR_TRUST_AUTHOR',
		flag: '--trust-author',
		kind: logins,
		default: [],
		help: 'trust this author too',
		group: 'changes',
		commands: resolving,
		flagless,
		project: 'forbidden',
	}),
	author: row<readonly string[]>({
		key: 'author',
		variable: 'CR_AUTHOR',
		flag: '--author',
		kind: reviewers,
		default: [],
		help: 'limit to this reviewer ([bot]: all bots)',
		group: 'comments',
		commands: resolving,
		project: 'forbidden',
	}),
	severity: row<Severity | null>({
		key: 'severity',
		variable: 'CR_SEVERITY',
		flag: '--severity',
		kind: optional(choice('<level>', severities)),
		default: null,
		help: 'limit to this severity and above; unstated counts as minor',
		group: 'comments',
		commands: resolving,
		project: 'allowed',
	}),
	path: row<readonly string[]>({
		key: 'path',
		variable: 'CR_PATH',
		flag: '--path',
		kind: patterns,
		default: [],
		help: 'limit to files that match this pattern',
		group: 'comments',
		commands: resolving,
		project: 'allowed',
	}),
	ignore: row<readonly IgnoreRule[]>({
		key: 'ignore',
		variable: null,
		flag: null,
		kind: ignoreRules,
		default: [],
		help: 'exclude findings of a bot up to a severity in these files',
		group: 'comments',
		commands: resolving,
		project: 'user-only',
	}),
	includeResolved: row({
		key: 'include_resolved',
		variable: 'CR_INCLUDE_RESOLVED',
		flag: '--include-resolved',
		kind: truth,
		default: false,
		help: 'include resolved threads',
		group: 'comments',
		commands: resolving,
		project: 'forbidden',
	}),
	excludeOutdated: row({
		key: 'exclude_outdated',
		variable: 'CR_EXCLUDE_OUTDATED',
		flag: null,
		kind: truth,
		default: false,
		help: 'exclude threads whose lines have changed since',
		group: 'comments',
		commands: resolving,
		project: 'forbidden',
	}),
	...deliveryRows,
	...gitRows,
	...modelRows,
	logLevel: row({
		key: 'log_level',
		variable: 'CR_LOG_LEVEL',
		flag: '--log-level',
		kind: choice('<level>', logLevels),
		default: 'WARNING',
		help: 'set the minimum log level',
		group: 'output',
		commands: 'all',
		project: 'forbidden',
	}),
	logFile: row<string | null>({
		key: 'log_file',
		variable: 'CR_LOG_FILE',
		flag: '--log-file',
		kind: path,
		default: null,
		help: 'append the log to this file too',
		group: 'output',
		commands: 'all',
		project: 'forbidden',
	}),
	...appRows,
} as const;

/** Every setting. Flags, environment, files, `config` and help texts are made from these rows. */
export const table: typeof rowsByName & ProviderRows = rowsByName;

export type SettingName = keyof typeof table;

/** The value of every setting. */
export type Settings = {
	[Name in SettingName]: (typeof table)[Name] extends Setting<infer Value> ? Value : never;
};

const rows = Object.entries(table) as [SettingName, Setting][];

/** The settings of a command, in the order of the table; `config` shows them all. */
export function settingsOf(command: string): [SettingName, Setting][] {
	return rows.filter(([, {commands}]) => command === 'config' || commands === 'all' || commands.includes(command));
}
