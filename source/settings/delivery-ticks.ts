import {type WishName, wishNames} from '../delivery/steps/table.ts';
import type {Kind} from './kind.ts';
import {isMember} from './own-keys.ts';

/** What the app offers after writing. */
export type DeliveryChoice = 'verify' | 'commit' | 'signoff' | 'push' | WishName;

/** In the order in which it is done. */
export const deliveryChoices: readonly DeliveryChoice[] = ['verify', 'commit', 'signoff', 'push', ...wishNames];

/** A choice as a settings file spells it: `resolve_threads`. */
export const keyOfChoice = (choice: DeliveryChoice): string =>
	choice.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

/** By the keys of the choices. */
export type DeliveryTicks = Readonly<Record<string, boolean>>;

/** Reads one member of the section. */
export const deliveryTicks: Kind<DeliveryTicks> = {
	placeholder: '<choice>',
	accepted: `true or false for ${deliveryChoices.map(keyOfChoice).join(', ')}`,
	choices: [],
	read: raw => {
		if (!isMember(raw) || typeof raw.value !== 'boolean') return undefined;
		return deliveryChoices.some(choice => keyOfChoice(choice) === raw.name) ? {[raw.name]: raw.value} : undefined;
	},
	show: ticks =>
		deliveryChoices
			.map(keyOfChoice)
			.filter(key => ticks[key])
			.join(', '),
};
