import type {Environment} from '../system/environment.ts';
import {nearMiss} from './near-miss.ts';
import {settingsOf} from './table.ts';

/**
 * Sentences on variables that look like ours and are none, because what they were to set keeps its default in silence.
 * A stranger's `CR_...` is left alone, and so is one that the command would not read if it were spelled right.
 * @param others the variables that are read besides those of settings
 */
export function unknownVariables(command: string, env: Environment, others: readonly string[]): string[] {
	const all = settingsOf('config').map(([, setting]) => setting);
	const known = new Set([...others, ...all.flatMap(({variable}) => variable ?? [])]);
	// What is wrong with the set-up is the doctor's to say, whoever it is for.
	const read = settingsOf(command === 'doctor' ? 'config' : command).map(([, setting]) => setting);
	const [names, keys] = [read.flatMap(({variable}) => variable ?? []), read.map(({key}) => key)];
	return Object.entries(env)
		.filter(([name, value]) => name.startsWith('CR_') && value && !known.has(name))
		.flatMap(([name]) => {
			const unset = all.find(
				({key, variable}) => variable === null && `CR_${key}`.replace('.', '_').toUpperCase() === name,
			);
			if (unset) {
				const instead = unset.flag === null ? 'a settings file can set it' : `use ${unset.flag} or a settings file`;
				return keys.includes(unset.key) ? [`${name} is not read: ${unset.key} has no variable; ${instead}`] : [];
			}
			const guess = nearMiss(name, known);
			if (guess !== null) {
				const isRead = names.includes(guess) || others.includes(guess);
				return isRead ? [`${name} is not a variable of pr-resolve and is ignored; did you mean ${guess}?`] : [];
			}
			const isOurs = name.startsWith('CR_LLM_') && keys.includes('llm.enabled');
			return isOurs ? [`${name} is not a variable of pr-resolve and is ignored`] : [];
		})
		.sort();
}
