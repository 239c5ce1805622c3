import {groups, type Setting} from '../settings/setting.ts';
import {settingsOf} from '../settings/table.ts';
import {definitions, wrapHelp} from './columns.ts';
import type {CommandSpec, Flags, Variable} from './command.ts';
import {exitRows} from './exit-codes.ts';
import {documentation} from './files.ts';
import {describe, flagRow, flagsOf} from './flags.ts';
import {showPositional} from './parse.ts';
import {registry} from './registry.ts';

/** Where a setting gets its value from, in order. */
export const precedence =
	'Precedence: flags, environment, project file (.pr-resolve.yaml, .yml, .toml or .json) or --config, user settings, defaults.';

/** `pr-resolve apply [pr] [flags]` */
export function commandUsage(name: string, {positionals}: CommandSpec): string {
	return ['pr-resolve', name, ...positionals.map(showPositional), '[flags]'].join(' ');
}

/** The help of one command. @param width maximum width of a line */
export function commandHelp(name: string, spec: CommandSpec, width = 80): string {
	const {flags, environment, exits} = spec;
	const isReference = environment !== undefined;
	const lists: HelpSection[] = [
		...flagSections(flagsOf(name, flags)),
		...(isReference ? settingSections(environment) : []),
		['Exit codes', exitRows(exits)],
	];
	return [
		...opening(name, spec, width),
		...titled(lists, width),
		[
			...wrapHelp(precedence, width),
			...(isReference ? [] : ['All variables and file keys: pr-resolve config --help']),
		].join('\n'),
	].join('\n\n');
}

/** The everyday part of the help of one command. @param width maximum width of a line */
export function shortHelp(name: string, spec: CommandSpec, width = 80): string {
	const flags = flagsOf(name, spec.flags);
	const shown = spec.everyday ?? Object.keys(flags);
	const rows = shown.flatMap(key => (flags[key] ? [flagRow(key, flags[key])] : []));
	const rest = Object.keys(flags).length - rows.length;
	return [
		...opening(name, spec, width),
		...titled([[rest > 0 ? 'Everyday flags' : 'Flags', rows]], width),
		[`${rest > 0 ? `${rest} more flags` : 'More'}: pr-resolve ${name} --help`, `Documentation: ${documentation}`].join(
			'\n',
		),
	].join('\n\n');
}

/** What both helps of a command begin with. */
function opening(name: string, spec: CommandSpec, width: number): string[] {
	const {positionals, about, examples} = spec;
	return [
		`pr-resolve ${name}: ${registry.get(name)?.summary}`,
		...(about === undefined ? [] : [wrapHelp(about, width).join('\n')]),
		`Usage: ${commandUsage(name, spec)}`,
		...titled([['Arguments', positionals.map(positional => [showPositional(positional), positional.help])]], width),
		`Examples:\n${exampleLines(examples, width).join('\n')}`,
	];
}

type HelpSection = [title: string, rows: [term: string, text: string][]];

const titled = (sections: readonly HelpSection[], width: number): string[] =>
	sections.filter(([, rows]) => rows.length > 0).map(([title, rows]) => `${title}:\n${definitions(rows, width)}`);

/** Examples with their explanations behind them, or above them if a line would be too long. */
function exampleLines(examples: CommandSpec['examples'], width: number): string[] {
	const longest = Math.max(...examples.map(({line}) => line.length));
	const beside = examples.map(({line, help}) => `  ${line.padEnd(longest)}  # ${help}`);
	if (beside.every(line => line.length <= width)) return beside;
	return examples.map(({line, help}) => `  # ${help}\n  ${line}`);
}

function flagSections(flags: Flags): HelpSection[] {
	const all = Object.entries(flags);
	return Object.entries(groups).map(([group, title]) => [
		title,
		all.filter(([, flag]) => flag.group === group).map(([name, flag]) => flagRow(name, flag)),
	]);
}

/** Where settings come from, except from flags. */
function settingSections(others: readonly Variable[]): HelpSection[] {
	const settings = settingsOf('config').map(([, setting]) => setting);
	const keys = Map.groupBy(settings, ({key}) => (key.startsWith(section) ? 'llm:' : ''));
	const variables = settings.flatMap(setting =>
		setting.variable === null ? [] : [{...setting, name: setting.variable}],
	);
	const {flagged = [], flagless = []} = Object.groupBy(variables, ({flag}) => (flag === null ? 'flagless' : 'flagged'));
	return [
		['Keys in settings files', [...keys].map(([term, rows]) => [term, [...new Set(rows.map(shortKey))].join(', ')])],
		['Environment variables, same as the flags', [['', flagged.map(({name}) => name).join(', ')]]],
		[
			'Environment, other',
			[
				...flagless.map((setting): [string, string] => [setting.name, describe(setting)]),
				...others.map(({name, help}): [string, string] => [name, help]),
			],
		],
	];
}

const section = 'llm.';

/** The key within its section; keys of each provider share `<id>`. */
const shortKey = ({key}: Setting) => key.replace(section, '').replace(/^(providers)\.[^.]+/, '$1.<id>');
