import {type Kind, number} from '../settings/kind.ts';
import {longSpelling} from './flags.ts';
import {usage} from './tokens.ts';

export const wholeNumber = (from: number) => number('<n>', {from, to: 1_000_000, whole: true});

export const seconds = (from: number, to: number) => number('<s>', {from, to, unit: ' (seconds)'});

/** The value of a flag that is no setting; `otherwise` if it was not passed. @throws {Failure} usage `bad-value` */
export function readFlag<Name extends string, Value>(
	command: string,
	flags: Readonly<Record<Name, unknown>>,
	name: Name,
	kind: Kind<Value>,
	otherwise: Value,
): Value {
	const given = flags[name];
	if (given === null) return otherwise;
	const value = kind.read(given);
	if (value !== undefined) return value;
	const message = `${longSpelling(name)} does not accept "${String(given)}".`;
	throw usage(command, 'bad-value', message, `Expected: ${kind.accepted}.`);
}
