import fc from 'fast-check';
import {expect, test} from 'vitest';
import {nothingProposed} from '../../../source/review/finding.ts';
import {whyForPeople} from '../../../source/review/weighty.ts';
import {entryShape} from '../../../source/run/memory/entry.ts';
import {
	entryLike,
	pathsLike,
	proposeWords,
	readWords,
	tryEntry,
	whyNotWords,
} from '../../../source/run/memory/new-entry.ts';
import {finding} from '../../helpers/proposal.ts';
import {bot, person} from '../../helpers/pull-request.ts';

const titled = (title: string) => finding([], {id: title, title, author: bot('coderabbitai'), path: 'pkg/a_test.go'});
const now = Date.parse('2026-11-29T23:30:00Z');

test('the words that are rarest among the findings are proposed, at most five', () => {
	const all = ['Use t.Run subtests for the cases', 'Use the constant for the limit', 'Use the limit'].map(titled);
	expect(proposeWords(all[0]!, all)).toEqual(['subtests', 't.Run', 'cases', 'for', 'Use']);
	expect(proposeWords(titled('`a` b, cc'), all)).toEqual([]);
	expect(proposeWords(titled('Tests of test, (tests)!'), all)).toEqual(['tests']);
});

test('what is proposed can be an entry, if it is enough', () => {
	fc.assert(
		fc.property(
			fc.array(fc.string({unit: 'grapheme', minLength: 3, maxLength: 9}), {minLength: 2, maxLength: 8}),
			parts => {
				const one = titled(parts.join(' '));
				const words = proposeWords(one, [one]);
				fc.pre(whyNotWords(words, one) === null);
				const made = entryLike(one, {words, reason: 'no', by: 'alice', now});
				expect(entryShape.safeParse(made).success).toBe(true);
				expect(tryEntry(made, [one], now, () => false).declined).toEqual([one]);
			},
		),
	);
});

test.each([
	['two words, in any order', ['subtests', 'use'], null],
	['one word', ['subtests'], 'An entry needs 2 to 5 different words'],
	['a word and its plural', ['subtests', 'subtest'], 'An entry needs 2 to 5 different words'],
	['a word of another title', ['use', 'tables'], '"tables" is no word of its title'],
	['too many words', ['a', 'b', 'c', 'd', 'e', 'f'], 'An entry has at most 5 words'],
])('%s', (_, words, why) => expect(whyNotWords(words, titled('Use subtests'))).toBe(why));

test('a rule needs no words', () => expect(whyNotWords([], {...titled('x'), rule: 'unused'})).toBeNull());

test.each([
	['pkg/a_test.go', '**/*_test.go'],
	['src/a.test.ts', '**/*.test.ts'],
	['src/a.ts', '**/*.ts'],
	['Makefile', 'Makefile'],
	['.github/.env', '.github/.env'],
	[null, '**'],
])('%s is declined in %s', (path, pattern) => expect(pathsLike(path)).toBe(pattern));

test('an entry has the bot, a rule before a category, and a year from the day in UTC', () => {
	const made = entryLike(titled('Use subtests'), {words: ['Use', 'subtests'], reason: 'no', by: 'alice', now});
	expect(made).toMatchObject({bot: 'coderabbit', on: '2026-11-29', until: '2027-11-29', path: '**/*_test.go'});
	const ruled = entryLike({...titled('x'), rule: 'r', category: 'style'}, {words: [], reason: 'no', by: 'a', now});
	expect([ruled.rule, ruled.category]).toEqual(['r', undefined]);
	const styled = entryLike({...titled('x'), category: 'style'}, {words: [], reason: 'no', by: 'a', now});
	expect([styled.rule, styled.category]).toEqual([undefined, 'style']);
});

test.each([
	['a person wrote it', {author: person('ann')}],
	['its severity is major', {severity: 'major'}],
	['it is about security', {title: 'An SQL injection'}],
	['it is about security', {rule: 'rules.sqlInjection'}],
] as const)('what is not for agents is not declined for good: %s', (why, fields) => {
	expect(whyForPeople({...titled('Use subtests'), ...fields})).toBe(why);
});

test('words are separated by blanks or commas', () => {
	expect(readWords(' t.Run, subtests  table,')).toEqual(['t.Run', 'subtests', 'table']);
});

test('what an entry would decline is what a run declines: nothing that is answered, and nothing that asks for nothing counts', () => {
	const asked = Array.from({length: 5}, (_, index) => ({...titled('Use subtests'), id: `f${index}`}));
	const praise = {
		...titled('Use subtests'),
		id: 'praise',
		...nothingProposed({outcome: 'not-actionable', reason: 'praise'}),
	};
	const made = entryLike(asked[0]!, {words: ['Use', 'subtests'], reason: 'no', by: 'alice', now});
	const trial = tryEntry(made, [...asked, praise], now, ({id}) => id === 'f0');
	expect(trial).toEqual({declined: asked.slice(1), tooBroad: null});
	const more = [...asked, {...titled('Use subtests'), id: 'f5'}];
	expect(tryEntry(made, more, now, () => false)).toEqual({declined: [], tooBroad: 6});
});
