import {Stop} from '../../llm/guard.ts';
import type {ModelTrouble} from '../../llm/providers/trouble.ts';
import type {Warning} from '../../review/warning.ts';
import {sentences} from '../../text/sentences.ts';

/** @param then what is done about it, after the message: `; api-a is asked instead` */
export type Warn = (trouble: Stop | ModelTrouble, kind?: string, then?: string) => void;

/** Tells of each trouble once, with its remedy. */
export function warnOnce(tell: (warning: Warning) => void): Warn {
	const told = new Set<string>();
	return (trouble, kind = trouble instanceof Stop ? trouble.guard : trouble.kind, then = '') => {
		const {message, remedy} = trouble;
		const text = sentences(then ? `${message.replace(/[.!]$/, '')}${then}` : message, remedy);
		// What keeps coming back differs in its seconds and sums at most.
		const name = text.replace(/[\d.]+/g, '');
		if (told.has(name)) return;
		told.add(name);
		tell({kind, commentId: null, text});
	};
}
