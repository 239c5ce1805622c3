import {reasonOf, Stop} from '../../llm/guard.ts';
import type {ModelTrouble} from '../../llm/providers/trouble.ts';
import {sentences} from '../../text/sentences.ts';
import type {RunEvent} from '../events.ts';
import type {RunWarning} from '../warning.ts';

type WarningEvent = Extract<RunEvent, {type: 'warning'}>;

/**
 * @param as the kind of the warning; absent: that of the trouble
 * @param then what the program does now, appended to the reason: `; asking openai instead`
 */
type Warn = (trouble: Stop | ModelTrouble, kind?: RunWarning['kind'], then?: string) => void;

/**
 * Warns about each kind of trouble of a provider's model once, with its remedy. What led to a guard's refusal is a warning of
 * its own, and part of one that says what the program does now.
 */
export function warnOnce(tell: (event: WarningEvent) => void): Warn {
	const told = new Set<string>();
	return (trouble, as, then = '') => {
		const {remedy, choice} = trouble;
		const own = trouble instanceof Stop ? trouble.guard : trouble.kind;
		const kind = as ?? own;
		const name = JSON.stringify([own, kind, choice?.provider, choice?.model]);
		if (told.has(name)) return;
		told.add(name);
		const text = sentences(then ? `${reasonOf(trouble).replace(/[.!]$/, '')}${then}` : trouble.message, remedy);
		const warning: RunWarning = {kind, commentId: null, text};
		tell({type: 'warning', warning, ...(trouble instanceof Stop && trouble.isLogged && {unlogged: remedy})});
	};
}
