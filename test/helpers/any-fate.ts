import fc from 'fast-check';
import type {Fate} from '../../source/review/closing/fate.ts';
import type {Decided} from '../../source/review/closing/marker.ts';
import {codePoint} from './code-point.ts';

const commits = ['9be01d7'.padEnd(40, '0'), 'c0ffee'.padEnd(40, '1')] as const;

/** Texts that must not get into a comment of ours as they are. */
const anyText = fc.oneof(
	fc.string({unit: codePoint}),
	fc.constantFrom(
		'@claude fix',
		'/gemini review',
		'a\n/approve',
		'-->',
		'<!-- x -->',
		'src/@x/a.ts',
		'\u202ex',
		'- /x',
	),
);
export const anyPlace = fc.record({path: anyText, lines: fc.option(fc.constant({start: 1, end: 2}))});
/** What may have become of one change. */
export const anyFate: fc.Arbitrary<Fate> = fc.oneof(
	fc.record({
		kind: fc.constantFrom('fixed' as const, 'edited' as const, 'reformatted' as const),
		commit: fc.constantFrom(...commits),
		moved: fc.option(fc.constant({start: 3, end: 3})),
		model: fc.option(anyText),
	}),
	fc.record({kind: fc.constant('already-fixed' as const), commit: fc.constantFrom(commits[0], 'before', null)}),
	fc.record({
		kind: fc.constant('declined' as const),
		place: anyPlace,
		reason: fc.option(anyText),
		isAgents: fc.boolean(),
	}),
	fc.record({
		kind: fc.constant('changed' as const),
		commit: fc.constantFrom(...commits),
		isInWords: fc.boolean(),
		forPeople: fc.option(fc.constant('a person wrote it')),
	}),
	fc.record({kind: fc.constant('breaks' as const), place: anyPlace}),
	fc.record({
		kind: fc.constant('superseded' as const),
		place: anyPlace,
		commit: fc.constant(commits[0]),
		isEdited: fc.boolean(),
	}),
	fc.record({kind: fc.constant('remark' as const), why: fc.constant('in words' as const)}),
	fc.record({kind: fc.constant('open' as const), place: anyPlace, why: fc.constant('edited since' as const)}),
);
export const anyVerified = fc.option(
	fc.record({command: fc.option(anyText), passes: fc.boolean(), isExact: fc.boolean()}),
);

const anyIds = fc.uniqueArray(fc.stringMatching(/^[cf][0-9a-f]{12}$/), {maxLength: 5});

/** What a marker has of people's decisions. */
export const anyDecided: fc.Arbitrary<Decided> = fc.record({declined: anyIds, taken: anyIds, reverted: anyIds});
