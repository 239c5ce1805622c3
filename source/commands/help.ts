import {settingsOf} from '../settings/table.ts';
import {definitions} from './columns.ts';
import type {CommandSpec, Flags} from './command.ts';
import {exitCodeMeanings} from './exit-codes.ts';
import {describe, flagsOf, spellings} from './flags.ts';
import {registry} from './registry.ts';

/** The help of one command, made from its data. */
export function commandHelp(name: string, {positionals, flags, environment, examples}: CommandSpec): string {
	const usage = ['pr-resolve', name, ...positionals.map(positional => `[${positional.name}]`), '[flags]'].join(' ');
	const sections = [
		['Arguments', definitions(positionals.map(({name, help}) => [`[${name}]`, help]))],
		['Flags', definitions(flagRows(flagsOf(name, flags)))],
		['Environment', definitions([...settingVariables(name), ...environment.map(row), ...colourVariables])],
		['Examples', examples.map(({line, help}) => `  # ${help}\n  ${line}`).join('\n')],
		['Exit codes', definitions(exitCodeMeanings)],
	].filter(([, text]) => text !== '');
	return [
		`pr-resolve ${name}: ${registry.get(name)?.summary}\n\nUsage: ${usage}`,
		...sections.map(([title, text]) => `${title}:\n${text}`),
		'A flag wins over the environment, that over the project file (.pr-resolve.yaml,\n.yml, .toml or .json) or --config, and that over your user settings. See:\npr-resolve config',
	].join('\n\n');
}

function flagRows(flags: Flags): [string, string][] {
	return Object.entries(flags).map(([name, flag]) => {
		const term = [...spellings(name, flag).toReversed().join(', ').split(' '), flag.placeholder ?? ''].join(' ').trim();
		return [term, flag.type === 'list' ? `${flag.help}; may be repeated` : flag.help];
	});
}

function settingVariables(command: string): [string, string][] {
	return settingsOf(command).flatMap(([, setting]): [string, string][] => {
		const {variable, flag, kind, flagless} = setting;
		if (variable === null) return [];
		const accepted = kind.choices.includes('true') ? `: ${kind.accepted}` : '';
		const isAlone = flag === null || flagless?.includes(command);
		return [[variable, `${isAlone ? describe(setting) : `as ${flag}`}${accepted}`]];
	});
}

const row = ({name, help}: {name: string; help: string}): [string, string] => [name, help];

const colourVariables: [string, string][] = [
	['NO_COLOR', 'if set, output is not coloured; FORCE_COLOR: coloured in a pipe too'],
];
