import {useInput, usePaste} from 'ink';
import {keysOf} from '../keys.ts';

/**
 * Hands on each key by name and each paste as one text. The handlers must do nothing but dispatch: within one read the
 * state that React has shown them is an old one.
 */
export function useKeys(onKey: (key: string) => void, onPaste: (text: string) => void): void {
	useInput((input, key) => {
		for (const name of keysOf(input, key)) onKey(name);
	});
	usePaste(onPaste);
}
