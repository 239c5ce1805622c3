import {reasonOf, Stop} from '../../llm/guard.ts';
import {ModelTrouble} from '../../llm/providers/trouble.ts';
import {clause, sentences} from '../../text/sentences.ts';
import type {RunEvent} from '../events.ts';
import type {RunWarning} from '../warning.ts';

type WarningEvent = Extract<RunEvent, {type: 'warning'}>;

/** @param then what the program does now, appended to the reason: `; asking openai instead` */
export type Warn = (trouble: Stop | ModelTrouble, then?: string) => void;

/**
 * Warns about each kind of trouble of a provider's model once, with its remedy, in the words of its first warning. What led to
 * a guard's refusal is a warning of its own, unless one that says what the program does now has told it.
 */
export function warnOnce(tell: (event: WarningEvent) => void): Warn {
	const told = new Set<string>();
	return (trouble, then = '') => {
		if (told.has(nameOf(trouble))) return;
		const {message, remedy, cause} = trouble;
		const parts = [...(then && cause instanceof ModelTrouble && !told.has(nameOf(cause)) ? [cause] : []), trouble];
		for (const part of parts) told.add(nameOf(part));
		const reason = then ? `${clause(parts.length > 1 ? reasonOf(trouble) : message)}${then}` : message;
		const text = sentences(reason, ...parts.map(part => part.remedy));
		const warning: RunWarning = {kind: then ? 'fallback' : kindOf(trouble), commentId: null, text};
		tell({type: 'warning', warning, ...(trouble instanceof Stop && trouble.isLogged && {unlogged: remedy})});
	};
}

const kindOf = (trouble: Stop | ModelTrouble) => (trouble instanceof Stop ? trouble.guard : trouble.kind);

const nameOf = (trouble: Stop | ModelTrouble) =>
	JSON.stringify([kindOf(trouble), trouble.choice?.provider, trouble.choice?.model]);
