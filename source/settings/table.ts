import {modes, strategies, trustLevels} from '../resolve/policy.ts';
import {type Severity, severities} from '../review/finding.ts';
import {choice, logins, optional, path, patterns, truth} from './kind.ts';
import {logLevels} from './log-levels.ts';
import {modelRows} from './model-rows.ts';
import {row, type Setting} from './setting.ts';

const resolving = ['apply', 'analyze', 'review'];

/** Every setting there is. Flags, environment, files, `config` and the help texts are made from these rows. */
export const table = {
	mode: row({
		key: 'mode',
		variable: 'CR_MODE',
		flag: '--mode',
		kind: choice('<mode>', modes),
		default: 'all',
		help: 'which changes to handle; dry-run shows the plan and writes nothing',
		group: 'changes',
		commands: resolving,
		project: 'allowed',
	}),
	strategy: row({
		key: 'strategy',
		variable: 'CR_STRATEGY',
		flag: '--strategy',
		kind: choice('<strategy>', strategies),
		default: 'priority',
		help: 'what to do about a conflict: pick by priority, leave it, or ask in the terminal',
		group: 'changes',
		commands: resolving,
		project: 'allowed',
	}),
	trust: row({
		key: 'trust',
		variable: 'CR_TRUST',
		flag: '--trust',
		kind: choice('<whom>', trustLevels),
		default: 'members',
		help: 'whose changes are applied unasked: bots and people with a role in the repository, or anyone',
		group: 'changes',
		commands: resolving,
		project: 'forbidden',
	}),
	trustAuthor: row<readonly string[]>({
		key: 'trust_author',
		variable: 'CR_TRUST_AUTHOR',
		flag: '--trust-author',
		kind: logins,
		default: [],
		help: 'also apply the changes of this author unasked',
		group: 'changes',
		commands: resolving,
		project: 'forbidden',
	}),
	author: row<readonly string[]>({
		key: 'author',
		variable: 'CR_AUTHOR',
		flag: '--author',
		kind: logins,
		default: [],
		help: 'only the findings of this reviewer',
		group: 'comments',
		commands: resolving,
		project: 'forbidden',
	}),
	severity: row<Severity | null>({
		key: 'severity',
		variable: 'CR_SEVERITY',
		flag: '--severity',
		kind: optional(choice('<least>', severities)),
		default: null,
		help: 'only findings of at least this severity; not stated counts as minor',
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
		help: 'only findings on files that fit this pattern',
		group: 'comments',
		commands: resolving,
		project: 'allowed',
	}),
	includeResolved: row({
		key: 'include_resolved',
		variable: 'CR_INCLUDE_RESOLVED',
		flag: '--include-resolved',
		kind: truth,
		default: false,
		help: 'read resolved threads too',
		group: 'comments',
		commands: resolving,
		project: 'forbidden',
	}),
	excludeOutdated: row({
		key: 'exclude_outdated',
		variable: 'CR_EXCLUDE_OUTDATED',
		flag: '--exclude-outdated',
		kind: truth,
		default: false,
		help: 'leave out threads whose lines were changed since',
		group: 'comments',
		commands: resolving,
		project: 'forbidden',
	}),
	...modelRows,
	logLevel: row({
		key: 'log_level',
		variable: 'CR_LOG_LEVEL',
		flag: '--log-level',
		kind: choice('<level>', logLevels),
		default: 'WARNING',
		help: 'least level of the lines that are logged',
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
} as const;

export type SettingName = keyof typeof table;

/** The value of every setting. */
export type Settings = {
	[Name in SettingName]: (typeof table)[Name] extends Setting<infer Value> ? Value : never;
};

const rows = Object.entries(table) as [SettingName, Setting][];

/** The rows that concern a command, in the order of the table; `config` shows them all. */
export function settingsOf(command: string): [SettingName, Setting][] {
	return rows.filter(([, {commands}]) => command === 'config' || commands === 'all' || commands.includes(command));
}
