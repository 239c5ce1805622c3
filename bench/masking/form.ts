import type {Random} from '../abuse/random.ts';

/** A made-up key in the text that it is part of. */
export type MadeUpKey = {
	/** With what belongs to it: the scheme and host of an address, the lines around a private key. */
	text: string;
	/** The parts of the text that no model may see. */
	secrets: readonly string[];
};

/** How the keys of a service look. */
export type KeyForm = {
	/** `Stripe: secret key` */
	name: string;
	/** The address of the public page that documents the form. */
	page: string;
	/** Whether the form has a documented prefix, or other text that only such keys have. */
	hasPrefix: boolean;
	/** A text of several lines or with a name, which is not part of a line. */
	isWholeText: boolean;
	make: (random: Random) => MadeUpKey;
};

const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const digits = '0123456789';

/** The characters that keys are made of. */
const sets: Readonly<Record<string, string>> = {
	lower,
	upper,
	digits,
	hex: `${digits}abcdef`,
	lowerDigits: lower + digits,
	upperDigits: upper + digits,
	letters: lower + upper,
	alphanumeric: lower + upper + digits,
	bech32: 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L',
	base32: `${upper}234567`,
	base64: `${lower}${upper}${digits}+/`,
	url: `${lower}${upper}${digits}-_`,
};

const draw = (random: Random, set: string, length: number): string =>
	Array.from({length}, () => random.pick([...sets[set]!])).join('');

/** Shorter random parts give nothing away. */
const shortestSecret = 8;

/**
 * Makes keys by a pattern in which `<hex 32>` stands for random characters of a set and `<uuid>` for a UUID: so no file
 * contains anything that looks like a key. Their secrets are these parts.
 */
export const made =
	(pattern: string) =>
	(random: Random): MadeUpKey => {
		const secrets: string[] = [];
		const text = pattern.replaceAll('<uuid>', uuid).replace(/<(\w+) (\d+)>/g, (_, set: string, length: string) => {
			const part = draw(random, set, Number(length));
			if (part.length >= shortestSecret) secrets.push(part);
			return part;
		});
		return {text, secrets};
	};

const uuid = '<hex 8>-<hex 4>-<hex 4>-<hex 4>-<hex 12>';

/** @param pattern as of {@link made} */
export const prefixed = (name: string, page: string, pattern: string): KeyForm => ({
	name,
	page,
	hasPrefix: true,
	isWholeText: false,
	make: made(pattern),
});

export const plain = (name: string, page: string, pattern: string): KeyForm => ({
	...prefixed(name, page, pattern),
	hasPrefix: false,
});

/** A text that is a file, or lines of one. */
export const wholeText = (name: string, page: string, make: KeyForm['make']): KeyForm => ({
	name,
	page,
	hasPrefix: true,
	isWholeText: true,
	make,
});
