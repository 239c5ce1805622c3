import type {CommandSpec} from '../../source/commands/command.ts';
import {allExits, exitRows} from '../../source/commands/exit-codes.ts';
import {commandUsage} from '../../source/commands/help.ts';
import {showPositional} from '../../source/commands/parse.ts';
import {registry} from '../../source/commands/registry.ts';
import type {PageFlag} from './flags.ts';
import {entry, paragraph, prose, subsection, typed, verbatim} from './roff.ts';

/** What the page has on one command. Its flags are only named: most are those of other commands too. */
export function commandLines(name: string, spec: CommandSpec, flags: readonly PageFlag[]): string[] {
	const {about, positionals, examples, exits} = spec;
	const own = flags.filter(({commands}) => commands?.includes(name)).map(flag => flag.name);
	const ownExits = exitRows(exits).filter(
		([code, meaning]) => allExits[Number(code) as keyof typeof allExits] !== meaning,
	);
	return [
		...subsection(name),
		typed(commandUsage(name, spec)),
		...paragraph(...prose(asSentence(registry.get(name)!.summary)), ...prose(about ?? '')),
		...positionals.flatMap(positional => entry(showPositional(positional), positional.help)),
		...(own.length === 0 ? [] : entry('Flags', own.join(', '))),
		...ownExits.flatMap(([code, meaning]) => entry(`Exit code ${code}`, meaning)),
		...verbatim(examples.flatMap(({line, help}, index) => [...(index === 0 ? [] : ['']), `# ${help}`, line])),
	];
}

const asSentence = (summary: string) => `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
