import {Failure} from '../../failure.ts';
import type {CodeOf} from '../../failure-codes.ts';
import {nearMiss} from '../../settings/near-miss.ts';
import type {OwnKeys} from '../../settings/own-keys.ts';
import {keyNamed, keyNames, labelOf} from '../keys.ts';
import {type CommandKeys, type Keymap, settingOf, usualKeys} from './keymap.ts';

/**
 * The keys of a keymap with those that the user chose, which no other command has by default any more.
 * @param section where they are in the settings: `keys.review`
 * @throws {Failure} usage `unknown-command`, `fixed-key`, `unknown-key`, `key-used-twice`
 */
export function keysWith<State>(keymap: Keymap<State>, section: string, given: OwnKeys): CommandKeys {
	const chosen = Object.entries(given).map(([name, {keys, origin}]) => {
		const setting = `${section}.${name}`;
		const command = commandOf(keymap, name, `${setting} (${origin})`);
		return [command, keys.map(key => keyIn(keymap, key, `${setting} (${origin})`))] as const;
	});
	const own = Object.fromEntries(chosen);
	refuseTwice(own, section, given);
	const taken = new Set(Object.values(own).flat());
	const usual = Object.entries(usualKeys(keymap)).map(
		([command, keys]) => [command, keys.filter(key => !taken.has(key))] as const,
	);
	return {...Object.fromEntries(usual), ...own};
}

function commandOf<State>(keymap: Keymap<State>, name: string, where: string): string {
	const found = keymap.find(({command}) => settingOf(command) === name);
	if (!found) {
		const names = keymap.filter(({isFixed}) => !isFixed).map(({command}) => settingOf(command));
		const guess = nearMiss(name, names);
		throw keysFailure(
			'unknown-command',
			`There is no command "${name}": ${where}.`,
			`${guess === null ? '' : `Did you mean "${guess}"? `}Commands: ${names.join(', ')}.`,
		);
	}
	if (!found.isFixed) return found.command;
	const labels = found.keys.map(labelOf).join(' ');
	throw keysFailure(
		'fixed-key',
		`The key of "${name}" cannot be changed: ${where}.`,
		`Remove it there; ${labels} stays.`,
	);
}

function keyIn<State>(keymap: Keymap<State>, text: string, where: string): string {
	const key = keyNamed(text);
	if (key === null) {
		const expected = `Expected: one character, ${keyNames.join(', ')}, or ctrl+ and a letter.`;
		throw keysFailure('unknown-key', `${where} does not accept "${text}".`, expected);
	}
	const owner = keymap.find(({isFixed, keys}) => isFixed && keys.includes(key));
	if (!owner) return key;
	throw keysFailure('fixed-key', `${where} does not accept "${text}".`, `${labelOf(key)} always means: ${owner.help}.`);
}

function refuseTwice(keys: CommandKeys, section: string, given: OwnKeys): void {
	const owners = new Map<string, string>();
	for (const [command, name] of Object.keys(keys).map(each => [each, settingOf(each)] as const)) {
		for (const key of new Set(keys[command])) {
			const other = owners.get(key);
			owners.set(key, name);
			if (other === undefined) continue;
			const [first, second] = [other, name].map(each => `${section}.${each} (${given[each]?.origin})`);
			throw keysFailure(
				'key-used-twice',
				`${labelOf(key)} is the key of two commands: ${first} and ${second}.`,
				'Set another key for one of them.',
			);
		}
	}
}

const keysFailure = (code: CodeOf<'usage'>, message: string, remedy: string) =>
	new Failure('usage', code, message, remedy);
