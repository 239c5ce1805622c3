import type {Kind} from './kind.ts';
import {isMember} from './own-keys.ts';

/** What the app offers after writing, in the order in which it is done. */
export const closingChoices = [
	'verify',
	'commit',
	'signoff',
	'push',
	'reply',
	'resolve_threads',
	'resolve_people',
	'react',
	'request_review',
] as const;

export type ClosingChoice = (typeof closingChoices)[number];

export type ClosingTicks = Readonly<Partial<Record<ClosingChoice, boolean>>>;

/** Reads one member of the section. */
export const closingTicks: Kind<ClosingTicks> = {
	placeholder: '<choice>',
	accepted: `true or false for ${closingChoices.join(', ')}`,
	choices: [],
	read: raw => {
		if (!isMember(raw) || typeof raw.value !== 'boolean') return undefined;
		const found = closingChoices.find(choice => choice === raw.name);
		return found && {[found]: raw.value};
	},
	show: ticks =>
		closingChoices
			.filter(choice => ticks[choice])

			.join(', '),
};
