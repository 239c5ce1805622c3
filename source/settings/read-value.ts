import {Failure} from '../failure.ts';
import {shorten} from '../text/shorten.ts';
import {nearMiss} from './near-miss.ts';
import type {Setting} from './setting.ts';

/**
 * The value of a setting in what a user wrote.
 * @param subject the setting as it was typed: `--mode`, `CR_MODE`, `mode (file ci.yaml:2)`
 * @param given what the user wrote, if `raw` is more than that
 * @throws {Failure} `bad-value`
 */
export function readValue({kind, default: usual}: Setting, raw: unknown, subject: string, given = raw): unknown {
	const value = kind.read(raw);
	if (value !== undefined) return value;
	const isList = Array.isArray(given) && Array.isArray(usual);
	const wrong = isList ? (given.find(one => kind.read(one) === undefined) ?? given) : given;
	const conceal = kind.conceal ?? ((plain: string) => plain);
	const text = typeof wrong === 'string' ? `"${conceal(wrong)}"` : conceal(JSON.stringify(wrong));
	const shown = kind.isSecret ? 'this value' : shorten(text, 80);
	const guess = typeof wrong === 'string' ? nearMiss(wrong, kind.choices) : null;
	throw new Failure(
		'usage',
		'bad-value',
		`${subject} does not accept ${shown}.`,
		`${guess === null ? '' : `Did you mean "${guess}"? `}Expected: ${kind.accepted}.`,
	);
}
