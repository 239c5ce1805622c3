import {useInput, usePaste} from 'ink';
import {keysOf} from '../keys.ts';

/**
 * Passes on each key by name and each paste as one text. The handlers may only dispatch: within one read, the state
 * that React rendered for them is stale.
 */
export function useKeys(onKey: (key: string) => void, onPaste: (text: string) => void): void {
	useInput((input, key) => {
		for (const name of keysOf(input, key)) onKey(name);
	});
	usePaste(onPaste);
}
