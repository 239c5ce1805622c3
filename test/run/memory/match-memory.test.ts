import fc from 'fast-check';
import {expect, test} from 'vitest';
import {type Finding, nothingProposed, severities} from '../../../source/review/finding.ts';
import {readPullRequest} from '../../../source/review/read.ts';
import {atOnce} from '../../../source/review/steps.ts';
import {whyForPeople} from '../../../source/review/weighty.ts';
import type {Entry} from '../../../source/run/memory/entry.ts';
import {matchMemory} from '../../../source/run/memory/match-memory.ts';
import {entry} from '../../helpers/memory-entry.ts';
import {change, finding} from '../../helpers/proposal.ts';
import {bot, person, pullRequest, reviewComment, thread} from '../../helpers/pull-request.ts';

let last = 0;
const asked = (fields: Parameters<typeof finding>[1] = {}) =>
	finding([change(1, 1, ['x'])], {
		id: `f${++last}`,
		author: bot('coderabbitai'),
		title: 'Use table subtests',
		path: 'src/a_test.go',
		...fields,
	});
const other = () => asked({title: 'Close the file'});
const matched = (findings: readonly Finding[], entries: readonly Entry[], today = '2026-11-29') =>
	atOnce(matchMemory(findings, entries, today, () => false));
const declined = (findings: readonly Finding[], ...entries: Entry[]) => [...matched(findings, entries).declined.keys()];
const prose = (text: string) => [{kind: 'prose', text, heading: 0, sections: []} as never];

test('an entry declines what it matches, by the name of a bot or its login', () => {
	const [one, rest] = [asked(), other()];
	for (const name of ['coderabbit', 'CodeRabbitAI', 'coderabbitai[bot]']) {
		expect(declined([one, rest], entry({bot: name}))).toEqual([one.id]);
	}
	expect(declined([one, rest], entry({bot: 'copilot'}))).toEqual([]);
	expect(declined([one, rest], entry({bot: '[bot]'}))).toEqual([]);
});

test.each([
	['a person wrote it', {author: person('coderabbitai')}],
	['it is critical', {severity: 'critical'}],
	['it is major', {severity: 'major'}],
	['its category is security', {category: 'security'}],
	['its title names a weakness', {title: 'Use table subtests for the SQL injection', severity: 'minor'}],
	['its title names a CVE', {title: 'Use table subtests, see CVE-2024-1234', severity: 'trivial'}],
	['its rule names a weakness', {rule: 'sql injection'}],
	[
		'its first sentence names a weakness, and it states no severity',
		{blocks: prose('This leaks a password. Use subtests.')},
	],
	[
		'a person has answered it',
		{
			thread: thread([
				reviewComment('x', {author: bot('coderabbitai')}),
				reviewComment('why?', {author: person('carol')}),
			]),
		},
	],
] as const)('no entry declines a finding where %s', (_, fields) => {
	const one = asked(fields as Parameters<typeof finding>[1]);
	expect(declined([one, other()], entry())).toEqual([]);
	expect(declined([one, other()], entry({path: '*'}))).toEqual([]);
});

test('the first sentence does not count where a severity is stated', () => {
	const one = asked({severity: 'minor', blocks: prose('This leaks a password. Use subtests.')});
	expect(declined([one], entry())).toEqual([one.id]);
});

test('a person who has answered in another thread of a finding keeps it', () => {
	const one = asked();
	expect(atOnce(matchMemory([one], [entry()], '2026-11-29', () => true)).declined.size).toBe(0);
});

test('a person who has answered in the thread of a repetition keeps it, whatever their role', () => {
	const body = ['**Use table subtests.**', '', '```suggestion', 'x', '```'].join('\n');
	const told = (id: string, ...answers: string[]) =>
		thread(
			[
				reviewComment(body, {author: bot('coderabbitai')}),
				...answers.map(text => reviewComment(text, {author: person('passerby'), authorAssociation: null})),
			],
			{id, path: 'src/a_test.go'},
		);
	const read = (...answers: string[]) =>
		readPullRequest(pullRequest({reviewThreads: [told('PRRT_1'), told('PRRT_2', ...answers)]})).findings;
	expect(read()).toMatchObject([{alsoTold: [{kind: 'thread'}]}]);
	expect(declined(read(), entry())).toHaveLength(1);
	expect(declined(read('why?'), entry())).toEqual([]);
});

test('a rule needs no words, and a category has to be the same', () => {
	const [ruled, styled] = [asked({rule: 'unused', title: 'x is not used'}), asked({category: 'style'})];
	expect(declined([ruled, styled], entry({rule: 'unused', words: []}))).toEqual([ruled.id]);
	expect(declined([ruled, styled], entry({category: 'Style'}))).toEqual([styled.id]);
});

test('only an entry for all paths holds for a finding that is on no file', () => {
	const one = asked({path: null});
	expect(declined([one], entry({path: '**'}))).toEqual([one.id]);
	for (const path of ['src/**', '*.go', '**/*.go', '**/src/**']) expect(declined([one], entry({path}))).toEqual([]);
});

test('an entry holds to the end of its last day', () => {
	const one = asked();
	expect(matched([one], [entry({until: '2026-11-29'})]).declined.size).toBe(1);
	expect(matched([one], [entry({until: '2026-11-28'})]).declined.size).toBe(0);
});

test('of entries for the same, the narrower path holds, then the later day', () => {
	const one = asked();
	const [wide, narrow, later] = [
		entry(),
		entry({path: '**/*_test.go'}),
		entry({path: '**/*_test.go', on: '2026-05-05'}),
	];
	for (const entries of [
		[wide, narrow, later],
		[later, narrow, wide],
		[narrow, later, wide],
	]) {
		expect(matched([one], entries).declined.get(one.id)).toBe(later);
	}
	const expired = {...narrow, until: '2026-01-02'};
	expect(matched([one], [expired, wide]).declined.get(one.id)).toBe(wide);
});

test.each([
	[5, 5, 5],
	[6, 6, 0],
	[6, 20, 6],
	[6, 19, 0],
	[30, 100, 30],
	[31, 100, 0],
])('an entry that matches %i of %i findings declines %i', (matching, all, count) => {
	const findings = [...Array.from({length: matching}, () => asked()), ...Array.from({length: all - matching}, other)];
	const {declined, tooBroad} = matched(findings, [entry()]);
	expect(declined.size).toBe(count);
	expect(tooBroad).toEqual(count > 0 ? [] : [{entry: entry(), matches: matching, of: all}]);
});

test('people and what asks for nothing do not make an entry less broad', () => {
	const findings = [
		...Array.from({length: 6}, () => asked()),
		...Array.from({length: 50}, () => asked({author: person('carol')})),
		...Array.from({length: 50}, () => ({
			...other(),
			...nothingProposed({outcome: 'not-actionable', reason: 'praise'}),
		})),
	];
	expect(matched(findings, [entry()]).declined.size).toBe(0);
});

const anyFinding = fc
	.record({
		isBot: fc.boolean(),
		severity: fc.option(fc.constantFrom(...severities)),
		category: fc.option(fc.constantFrom('style', 'security', 'privacy')),
		title: fc.constantFrom('Use table subtests', 'Table subtests leak a secret', 'Close the file'),
		path: fc.option(fc.constantFrom('src/a.go', 'docs/b.md')),
	})
	.map(({isBot, ...fields}) => asked({...fields, author: isBot ? bot('coderabbitai') : person('coderabbitai')}));

const anyEntry = fc
	.record({
		path: fc.constantFrom('**', 'src/**', '*.md'),
		until: fc.constantFrom('2026-11-28', '2026-11-29', '2030-01-01'),
	})
	.map(entry);

test('no memory declines what it may not touch, and more entries never take up what fewer decline', () => {
	fc.assert(
		fc.property(fc.array(anyFinding, {maxLength: 30}), fc.array(anyEntry, {maxLength: 6}), (findings, entries) => {
			const whole = matched(findings, entries);
			for (const one of findings) if (whole.declined.has(one.id)) expect(whyForPeople(one)).toBeNull();
			const fewer = matched(findings, entries.slice(1));
			for (const id of fewer.declined.keys()) expect(whole.declined.has(id)).toBe(true);
			const reversed = matched(findings.toReversed(), entries.toReversed());
			expect(new Map([...reversed.declined].toSorted())).toEqual(new Map([...whole.declined].toSorted()));
		}),
	);
});
