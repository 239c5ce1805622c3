import type {CommandSpec} from '../../source/commands/command.ts';
import {flagRow, flagsOf, longSpelling} from '../../source/commands/flags.ts';
import {type Group, groups} from '../../source/settings/setting.ts';
import {settingsOf} from '../../source/settings/table.ts';
import {entry, subsection} from './roff.ts';

/** The commands of the program by name, in the order of help. */
export type Commands = ReadonlyMap<string, CommandSpec>;

/** A flag, once for all commands in which it means the same. */
export type PageFlag = {
	/** `--repo` */
	readonly name: string;
	/** `-R, --repo <name>` */
	readonly term: string;
	readonly help: string;
	readonly group: Group;
	/** The names of the commands that have it; null if all have it. */
	readonly commands: readonly string[] | null;
};

/** The flags of all commands, by group as in help. */
export function pageFlags(commands: Commands): PageFlag[] {
	const all = [...commands].flatMap(([command, {flags}]) =>
		Object.entries(flagsOf(command, flags)).map(([key, flag]) => {
			const [term, help] = flagRow(key, flag);
			return {command, name: longSpelling(key), term, help, group: flag.group};
		}),
	);
	const order = Object.keys(groups);
	const flags = [...Map.groupBy(all, ({term, help}) => `${term}\n${help}`).values()].map(same => {
		const {command, ...flag} = same[0]!;
		return {...flag, commands: same.length === commands.size ? null : same.map(({command}) => command)};
	});
	return flags.toSorted((one, other) => order.indexOf(one.group) - order.indexOf(other.group));
}

/** The flags by group, each with the other ways to set it. */
export function flagLines(flags: readonly PageFlag[]): string[] {
	return Object.entries(groups).flatMap(([group, title]) => {
		const own = flags.filter(flag => flag.group === group);
		return own.length === 0 ? [] : [...subsection(title), ...own.flatMap(flagEntry)];
	});
}

function flagEntry({name, term, help, commands}: PageFlag): string[] {
	const [, setting] = settingsOf('config').find(([, {flag}]) => flag === name) ?? [];
	const notes = [
		...(commands === null ? [] : [`Commands: ${commands.join(', ')}`]),
		...(setting === undefined ? [] : [`Key: ${setting.key}`]),
		...(setting?.variable == null ? [] : [`Variable: ${setting.variable}`]),
	];
	return entry(term, help, notes.join('. '));
}
