import {type Kind, secret} from './kind.ts';

/** Shorter ones could be found by trying. */
const fewestCharacters = 16;

const oneLine = secret('<key>');

/** The key that signs what machines share; null if unset. */
export const storeKey: Kind<string | null> = {
	...oneLine,
	accepted: `one line of at least ${fewestCharacters} characters`,
	read: raw => {
		const text = oneLine.read(raw);
		return text && text.length >= fewestCharacters ? text : undefined;
	},
};
