import type {Failure} from '../failure.ts';
import {someNames} from '../text/sentences.ts';
import {flagsOf, spellings} from './flags.ts';
import {registry} from './registry.ts';
import type {UnknownFlag} from './tokens.ts';

/** The same failure with the commands that have the flag. Loads them all; the failure itself if none has it. */
export async function namingOwners(error: UnknownFlag): Promise<Failure> {
	const {spelling, command} = error;
	const owners: string[] = [];
	for (const [name, {load}] of registry) {
		const {spec} = await load();
		const all = Object.entries(flagsOf(name, spec.flags));
		if (all.some(([flag, about]) => spellings(flag, about).includes(spelling))) owners.push(name);
	}
	if (owners.length === 0) return error;
	return error.with({remedy: `It is a flag of ${someNames(owners)}. See: pr-resolve help ${command}`});
}
