import type {Kind} from './kind.ts';

/** The keys that the user chose for the commands of a screen, and where. */
export type OwnKeys = Readonly<Record<string, {readonly keys: readonly string[]; readonly origin: string}>>;

/** A member of a section in a settings file. */
type Member = {name: string; value: unknown; origin: string};

export const isMember = (raw: unknown): raw is Member => typeof raw === 'object' && raw !== null && 'origin' in raw;

/** Reads one member of the section. Only the screen knows its commands and their keys: see `tui/app/own-keys.ts`. */
export const ownKeys: Kind<OwnKeys> = {
	placeholder: '<keys>',
	accepted: 'a key or a list of keys, such as "ctrl+n"',
	choices: [],
	read: raw => {
		if (!isMember(raw)) return undefined;
		const keys: unknown[] = [raw.value].flat();
		const areTexts = keys.length > 0 && keys.every(key => typeof key === 'string' && key !== '');
		return areTexts ? {[raw.name]: {keys: keys as string[], origin: raw.origin}} : undefined;
	},
	show: own =>
		Object.entries(own)
			.map(([command, {keys}]) => `${command}: ${keys.join(' ')}`)
			.join(', '),
};
