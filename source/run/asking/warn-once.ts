import {reasonOf, Stop} from '../../llm/guard.ts';
import type {ModelTrouble} from '../../llm/providers/trouble.ts';
import {sentences} from '../../text/sentences.ts';
import type {RunEvent} from '../events.ts';
import type {RunWarning} from '../warning.ts';

type WarningEvent = Extract<RunEvent, {type: 'warning'}>;

/** @param then what the program does now, appended to the message: `; asking openai instead` */
type Warn = (trouble: Stop | ModelTrouble, kind?: RunWarning['kind'], then?: string) => void;

/** Warns about each kind of trouble once, with its remedy. */
export function warnOnce(tell: (event: WarningEvent) => void): Warn {
	const told = new Set<string>();
	return (trouble, kind = trouble instanceof Stop ? trouble.guard : trouble.kind, then = '') => {
		const {remedy} = trouble;
		const reason = reasonOf(trouble);
		const text = sentences(then ? `${reason.replace(/[.!]$/, '')}${then}` : reason, remedy);
		// Repeated messages differ only in numbers such as seconds and costs.
		const name = text.replace(/[\d.]+/g, '');
		if (told.has(name)) return;
		told.add(name);
		const warning: RunWarning = {kind, commentId: null, text};
		tell({type: 'warning', warning, ...(trouble instanceof Stop && trouble.isLogged && {unlogged: remedy})});
	};
}
