import {expect, test} from 'vitest';
import {compilePattern} from '../../../source/run/plan/path-pattern.ts';
import {reportStats} from '../../../source/run/stats/stats-report.ts';
import {adviceWords} from '../../../source/run/stats/stats-words.ts';
import {ignoreRules} from '../../../source/settings/ignore.ts';
import {alike, counted, countedPull, statsRead} from '../../helpers/stats-read.ts';

const adviceOn = (pulls: Parameters<typeof statsRead>[0]) => reportStats(statsRead(pulls), {people: true}).advice;

const nit = (of: Parameters<typeof counted>[0] = {}) =>
	counted({hasCode: true, severity: 'trivial', path: 'docs/a.md', ...of});

test('an advice names what little came of, with its figure and its setting', () => {
	const pulls = [
		...alike(17, () => [
			nit(),
			nit(),
			nit(),
			nit(),
			counted({severity: 'trivial', path: 'source/a.ts', class: 'changed'}),
		]),
		countedPull(90, [nit({class: 'taken'}), nit({class: 'taken'}), nit({class: 'taken'})]),
		...alike(5, () => [counted({severity: 'major', class: 'changed'})]),
	];
	const [first, ...others] = adviceOn(pulls);
	expect(others).toEqual([]);
	expect(first).toMatchObject({
		row: 'coderabbit/trivial/docs',
		ignore: 'coderabbit trivial docs/**',
	});
	expect(first && adviceWords(first)).toBe(
		'coderabbit, trivial, docs/**: 3 of 71 taken. To hide them, add "coderabbit trivial docs/**" to ignore in your user settings.',
	);
	expect(compilePattern(first?.path ?? '')('docs/a.md')).toBe(true);
	expect(ignoreRules.read([first?.ignore])).toEqual([{bot: 'coderabbit', atMost: 'trivial', path: 'docs/**'}]);
});

test('an advice needs 20 findings in 10 pull requests, and at most 20% taken as its upper bound', () => {
	const few = alike(9, () => [nit(), nit(), nit()]);
	const short = alike(19, () => [nit()]);
	const unsure = alike(12, () => [nit(), nit()]);
	const sure = alike(14, () => [nit(), nit()]);
	const used = [
		...sure,
		countedPull(
			90,
			Array.from({length: 6}, () => nit({class: 'taken'})),
		),
	];
	expect([few, short, unsure, sure, used].map(pulls => adviceOn(pulls).length)).toEqual([0, 0, 0, 1, 0]);
	// 1 - 0.05^(1/12) is 22%, and 1 - 0.05^(1/14) is 19%.
	const undecided = alike(14, () => [nit(), nit({class: 'undecidable', why: 'file gone'})]);
	expect(adviceOn(undecided)).toEqual([]);
});

test('findings in words speak for and against an advice', () => {
	const words = (of: Parameters<typeof counted>[0] = {}) => nit({hasCode: false, ...of});
	expect(adviceOn(alike(20, () => [words(), words()]))).toMatchObject([
		{shares: [{block: 'words', share: {hits: 0, of: 40}}]},
	]);
	expect(adviceOn(alike(20, () => [nit(), nit(), words()]))).toHaveLength(1);
	expect(adviceOn(alike(20, () => [nit(), nit(), words({class: 'changed'})]))).toEqual([]);
});

test('an advice never names people, critical or major findings, or security', () => {
	const never = [
		{severity: 'critical'},
		{severity: 'major'},
		{category: 'security'},
		{category: 'privacy'},
		{category: 'sql injection'},
		{isBot: false, reviewer: 'octocat'},
	] as const;
	expect(never.flatMap(of => adviceOn(alike(40, () => [nit(of), nit(of)])))).toEqual([]);
	const mixed = adviceOn(alike(40, () => [nit(), nit({category: 'security'}), nit({severity: 'major'})]));
	expect(mixed).toMatchObject([{severity: 'trivial', ignore: 'coderabbit trivial **', shares: [{share: {of: 40}}]}]);
});

test('an entry also hides what is of lesser or no severity, so these findings count for it', () => {
	const minor = (of: Parameters<typeof counted>[0] = {}) => nit({severity: 'minor', ...of});
	const unused = adviceOn(alike(40, () => [minor(), nit()]));
	expect(unused).toMatchObject([{row: 'coderabbit/minor', isAtMost: true, shares: [{share: {of: 80}}]}]);
	expect(unused.map(adviceWords)[0]).toMatch(/^coderabbit, minor or less: 0 of 80 taken\./);
	expect(adviceOn(alike(40, () => [minor(), nit({severity: null, class: 'taken'})]))).toEqual([]);
	expect(adviceOn(alike(40, () => [minor(), nit({class: 'taken'})]))).toEqual([]);
});

test('what is used in one folder is not hidden with the others, which can be', () => {
	const used = Array.from({length: 25}, (_, index) =>
		nit({path: 'source/a.ts', class: index < 10 ? 'taken' : 'untouched'}),
	);
	const advice = adviceOn([...alike(80, () => [nit(), nit()]), countedPull(90, used)]);
	expect(advice.map(({path}) => path)).toEqual(['docs/**']);
	const lesser = alike(30, () => [nit({class: 'taken'})]);
	const minor = alike(200, () => [nit({severity: 'minor', path: 'a.md'})]);
	expect(adviceOn([...minor, ...lesser])).toEqual([]);
});

test('a bot that states no severity can be advised on as a whole', () => {
	const [advice] = adviceOn(alike(40, () => [nit({severity: null, reviewer: 'copilot'})]));
	expect(advice?.ignore).toBe('copilot minor **');
	expect(advice && adviceWords(advice)).toMatch(/^copilot: 0 of 40 taken\./);
	const blank = alike(40, () => [nit({path: 'a b/c.md'}), nit({path: 'a b/c.md'}), nit({class: 'taken'})]);
	expect(adviceOn(blank)).toEqual([]);
});

test('at most five lines, and none that is a part of another', () => {
	const bots = Array.from({length: 7}, (_, index) => `bot-${index}`);
	const advice = adviceOn(
		alike(40, () => bots.flatMap((reviewer, index) => Array.from({length: index + 1}, () => nit({reviewer})))),
	);
	expect(advice.map(({row}) => row)).toEqual(
		['bot-6', 'bot-5', 'bot-4', 'bot-3', 'bot-2'].map(bot => `${bot}/trivial`),
	);
});
