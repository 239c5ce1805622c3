import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Decision} from '../../../source/resolve/decision.ts';
import {formatDecisions, parseDecisions} from '../../../source/run/decisions/decisions-file.ts';
import {codePoint} from '../../helpers/code-point.ts';
import {change, finding} from '../../helpers/proposal.ts';

const text = fc.string({unit: codePoint});
const lines = fc.array(text, {maxLength: 3});
const decided = fc.record({
	reason: fc.option(text),
	bodyHash: fc.option(text),
	by: fc.constant('decisions' as const),
});
const place = fc
	.record({
		path: text,
		start: fc.integer({min: 1, max: 1e6}),
		lines,
		seen: fc.option(fc.record({above: lines, below: lines, startsFile: fc.boolean(), endsFile: fc.boolean()})),
	})
	.map(({path, start, lines: own, seen}) => ({
		path,
		start,
		end: start + own.length - 1,
		seen: seen && {...seen, lines: own},
	}));
const edit = {action: 'edit'} as const;
const made: fc.Arbitrary<Decision> = fc.oneof(
	fc
		.tuple(decided, fc.constantFrom('apply' as const, 'decline' as const))
		.map(([rest, action]) => ({...rest, change: 'c1', action, text: null})),
	fc.tuple(decided, text).map(([rest, own]) => ({...rest, change: 'c1', ...edit, text: own})),
	fc.tuple(decided, text, place).map(([rest, own, at]) => ({...rest, change: 'c1', ...edit, text: own, place: at})),
	fc.tuple(decided, text, place).map(([rest, own, at]) => ({...rest, finding: 'f1', ...edit, text: own, place: at})),
	decided.map(rest => ({...rest, finding: 'f1', action: 'done' as const, text: null})),
);

test('decisions are read back as they were saved, with or without their finding', () => {
	const known = [finding([change(1, 1, ['one'], {id: 'c1'})], {id: 'f1'})];
	fc.assert(
		fc.property(fc.array(made), fc.constantFrom(known, []), (decisions, findings) => {
			expect(parseDecisions(formatDecisions(decisions, findings), 'decisions.json')).toEqual(decisions);
		}),
	);
});
