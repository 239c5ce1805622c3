import type {Environment} from '../system/environment.ts';
import {nearMiss} from './near-miss.ts';
import {setFlag} from './origins.ts';
import {variableFor} from './setting.ts';
import {settingsOf} from './table.ts';

/**
 * Sentences on variables that look like ours but are not: their setting would silently keep its default. Ignores an
 * unrelated `CR_...`, and a misspelling of a variable that the command does not read.
 * @param others variables that are read besides those of settings
 */
export function unknownVariables(command: string, env: Environment, others: readonly string[]): string[] {
	const all = settingsOf('config').map(([, setting]) => setting);
	const known = new Set([...others, ...all.flatMap(({variable}) => variable ?? [])]);
	// The doctor reports on the whole setup.
	const read = settingsOf(command === 'doctor' ? 'config' : command).map(([, setting]) => setting);
	const [names, keys] = [read.flatMap(({variable}) => variable ?? []), read.map(({key}) => key)];
	return Object.entries(env)
		.filter(([name, value]) => name.startsWith('CR_') && value && !known.has(name))
		.flatMap(([name]) => {
			const unset = all.find(({key, variable}) => variable === null && variableFor(key) === name);
			if (unset) {
				const instead = `${unset.project === 'user-only' ? 'set it in' : `use ${unset.flag ?? `${setFlag} ${unset.key}`} or`} a settings file`;
				return keys.includes(unset.key) ? [`${name} is ignored because ${unset.key} has no variable; ${instead}`] : [];
			}
			const guess = nearMiss(name, known);
			if (guess !== null) {
				const isRead = names.includes(guess) || others.includes(guess);
				return isRead ? [`${name} is ignored because pr-resolve has no such variable; did you mean ${guess}?`] : [];
			}
			const isOurs = name.startsWith('CR_LLM_') && keys.includes('llm.enabled');
			return isOurs ? [`${name} is ignored because pr-resolve has no such variable`] : [];
		})
		.sort();
}
