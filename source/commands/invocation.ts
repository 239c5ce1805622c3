import {type ProjectText, resolveSettings, type Sources} from '../settings/resolve.ts';
import {settingsOf} from '../settings/table.ts';
import type {Command, FlagValues, Invocation, Io} from './command.ts';
import {flagsOf} from './flags.ts';
import {parse} from './parse.ts';

/** What the arguments of a command and the settings come to. @throws {Failure} usage */
export async function readInvocation(
	name: string,
	{spec}: Command,
	argv: readonly string[],
	{cwd, env}: Pick<Io, 'cwd' | 'env'>,
): Promise<Omit<Invocation, 'color' | 'interactive'>> {
	const {flags, positionals, spelled} = await parse(name, argv, flagsOf(name, spec.flags), spec.positionals);
	const configFile = flags.config as string | null;
	const set = flags.set as readonly string[];
	const given = {flags: settingFlags(name, flags), spelled, set};
	const sources = {command: name, cwd, env, configFile, ...given};
	const settingsWith = (project: ProjectText | null) => resolveSettings({...sources, project});
	// The project file of another repository must not stop a run that does not read this folder.
	const settings =
		flags.noCheckout === true || spec.isElsewhere ? await settingsWith(null) : await resolveSettings(sources);
	return {flags, positionals, settings, settingsWith};
}

function settingFlags(command: string, flags: FlagValues): Sources['flags'] {
	return Object.fromEntries(
		settingsOf(command).flatMap(([name]): [string, string | readonly string[]][] => {
			const value = flags[name] ?? false;
			if (value === false || [value].flat().length === 0) return [];
			return [[name, value === true ? 'true' : value]];
		}),
	);
}
