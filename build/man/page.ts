import {variables} from '../../source/commands/environment.ts';
import {allExits, exitOrder, exitRows} from '../../source/commands/exit-codes.ts';
import {keptFiles} from '../../source/commands/files.ts';
import {describe} from '../../source/commands/flags.ts';
import {precedence} from '../../source/commands/help.ts';
import {purpose} from '../../source/commands/overview.ts';
import {registry} from '../../source/commands/registry.ts';
import {settingsOf} from '../../source/settings/table.ts';
import {commandLines} from './command.ts';
import {flagLines, pageFlags} from './flags.ts';
import {entry, escapeRoff, opening, paragraph, prose, section, typed} from './roff.ts';

const name = 'pr-resolve';

/**
 * The man page of the program, from the tables that also make help, completion and docs.
 *
 * @param date of this version, as 2026-01-31; empty if it is not released
 */
export async function manPage(version: string, date: string): Promise<string> {
	const loading = [...registry].map(async ([word, {load}]) => [word, (await load()).spec] as const);
	const commands = new Map(await Promise.all(loading));
	const flags = pageFlags(commands);
	const lines = [
		...opening(name, version, date),
		...section('Name'),
		`${escapeRoff(name)} \\- ${escapeRoff('apply the suggestions in GitHub review comments')}`,
		...section('Synopsis'),
		...[typed(`${name} <command> [flags]`), '.br', typed(`${name} <number or URL> [flags]`), '.br'],
		typed(`${name} help <command>`),
		...section('Description'),
		...prose(purpose),
		...paragraph(
			...prose(
				`In a terminal, ${name} without a command is the same as ${name} review, or ${name} inbox if the current branch has no pull request. ${name} 12 reviews pull request 12, and so does its URL.`,
			),
		),
		...section('Commands'),
		...[...commands].flatMap(([word, spec]) => commandLines(word, spec, flags)),
		...section('Flags'),
		...prose('A flag without a list of commands is a flag of every command.'),
		...flagLines(flags),
		...section('Environment'),
		...prose('The variables of flags are listed with them. These are the others:'),
		...unflagged.flatMap(setting =>
			setting.variable === null ? [] : entry(setting.variable, describe(setting), `Key: ${setting.key}`),
		),
		...variables.flatMap(({name, help}) => entry(name, help)),
		...section('Files'),
		...prose(precedence),
		...keptFiles.flatMap(({what, where}) => entry(where, what)),
		...paragraph(...prose('The keys of flags and variables are listed with them. These keys are only for files:')),
		...unflagged.flatMap(setting => (setting.variable === null ? entry(setting.key, describe(setting)) : [])),
		...section('Exit status'),
		...exitRows(allExits).flatMap(([code, meaning]) => entry(code, meaning)),
		...paragraph(...prose(`If several apply, the exit code is the first of ${exitOrder}.`)),
		...section('See also'),
		...['.BR git (1),', '.BR gh (1)'],
	];
	return `${lines.join('\n')}\n`;
}

const unflagged = settingsOf('config').flatMap(([, setting]) => (setting.flag === null ? [setting] : []));
