import type {Setting} from '../settings/setting.ts';
import {settingsOf} from '../settings/table.ts';
import type {Flag, Flags} from './command.ts';

const commonFlags = {
	config: {group: 'other', placeholder: '<file>', help: 'read this settings file instead of the project file'},
	set: {
		group: 'other',
		isRepeated: true,
		placeholder: '<key>=<value>',
		help: 'set any setting of pr-resolve config for this command',
	},
	noColor: {group: 'output', help: 'turn colors off'},
	noInput: {group: 'other', help: 'fail instead of prompting, and name the flag to pass'},
	help: {group: 'other', short: 'h', help: 'show this help; -h shows the everyday flags'},
} as const satisfies Flags;

export const jsonFlag = {
	json: {group: 'output', help: 'print the result as one JSON document'},
} as const satisfies Flags;

/** `--repo`, for the commands that find a run in any folder. */
export const runsOfRepositoryFlag = {
	repo: {
		group: 'other',
		short: 'R',
		placeholder: '<name>',
		help: 'limit to runs on pull requests of this repository, owner/name or URL',
	},
} as const satisfies Flags;

/** All flags of a command: its own, those of its settings, and those of every command. */
export function flagsOf(command: string, own: Flags): Flags {
	const settings = settingsOf(command).flatMap(([name, setting]) =>
		setting.flag === null || setting.flagless?.includes(command) ? [] : [[name, settingFlag(setting)]],
	);
	return {...own, ...Object.fromEntries(settings), ...commonFlags};
}

function settingFlag(setting: Setting): Flag {
	const {kind, group, default: usual} = setting;
	const {placeholder, alone} = kind;
	return {
		...((typeof usual !== 'boolean' || alone !== undefined) && {placeholder}),
		...(Array.isArray(usual) && {isRepeated: true}),
		...(alone !== undefined && {alone}),
		help: describe(setting),
		group,
	};
}

/** The help of a setting, with the accepted words and its default. */
export function describe({kind, help, flag, default: value}: Setting): string {
	// For a flag that turns something on, the default is obvious.
	const shown = value === false && flag !== null ? '' : kind.show(value);
	const accepted = kind.choices.length > 0 && typeof value !== 'boolean' ? kind.accepted : '';
	const usual = shown === '' ? '' : `default: ${shown}`;
	const values = [accepted, usual].filter(Boolean).join('; ');
	return values === '' ? help : `${help} (${values})`;
}

/** `dryRun` -> `--dry-run`. */
export function longSpelling(name: string): string {
	return `--${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`;
}

/** How a flag can be written: `--repo`, `-R`. */
export function spellings(name: string, {short}: Flag): string[] {
	return [longSpelling(name), ...(short === undefined ? [] : [`-${short}`])];
}

/** How help lists a flag: `-R, --repo <name>` and its text. */
export function flagRow(name: string, flag: Flag): [term: string, text: string] {
	const spelled = spellings(name, flag).toReversed().join(', ');
	const term =
		flag.alone === undefined
			? [spelled, flag.placeholder].filter(Boolean).join(' ')
			: `${spelled}[=${flag.placeholder}]`;
	return [term, flag.isRepeated ? `${flag.help} (repeatable)` : flag.help];
}
