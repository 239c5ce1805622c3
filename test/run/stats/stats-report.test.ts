import {expect, test} from 'vitest';
import {findingClasses} from '../../../source/run/stats/counted.ts';
import {reportStats, type StatsReport} from '../../../source/run/stats/stats-report.ts';
import {alike, counted, countedPull, statsRead} from '../../helpers/stats-read.ts';

const alone = {people: false};
const namesIn = ({rows}: StatsReport, block: string) => rows.filter(row => row.block === block).map(({name}) => name);

test('suggestions and words are two blocks, each with the classes and the denominator of its own', () => {
	const suggestions = findingClasses.map(name => counted({hasCode: true, class: name}));
	const report = reportStats(
		statsRead([
			countedPull(1, [...suggestions, counted({class: 'changed'}), counted({class: 'undecidable', why: 'no lines'})]),
			countedPull(2, [counted({hasCode: true, class: 'taken'}), counted()]),
		]),
		alone,
	);
	const [first, second] = report.rows.filter(({name}) => name === 'coderabbit');
	expect(first).toMatchObject({
		block: 'suggestions',
		findings: 8,
		pullRequests: 2,
		classes: {undecidable: 1, taken: 2, partly: 1, changed: 1, declined: 1, answered: 1, untouched: 1},
		share: {hits: 2, of: 7, pullRequests: 2, interval: null},
	});
	expect(second).toMatchObject({block: 'words', findings: 3, share: {hits: 1, of: 2, pullRequests: 2}});
	expect(report.rows.every(row => Object.values(row.classes).reduce((sum, one) => sum + one) === row.findings)).toBe(
		true,
	);
});

test('below a bot are its categories, its severities, and folders that have 20 findings', () => {
	const report = reportStats(
		statsRead([
			countedPull(1, [
				...Array.from({length: 20}, () => counted({severity: 'trivial', category: 'nit pick', path: 'docs/a.md'})),
				...Array.from({length: 21}, () => counted({severity: 'trivial', path: 'source/a.ts'})),
				counted({severity: 'trivial', path: 'README.md'}),
				counted({severity: 'critical', category: 'security', path: null}),
				counted({hasCode: true}),
			]),
		]),
		alone,
	);
	expect(namesIn(report, 'words')).toEqual([
		'coderabbit',
		'coderabbit/nit-pick',
		'coderabbit/security',
		'coderabbit/critical',
		'coderabbit/trivial',
		'coderabbit/trivial/docs',
		'coderabbit/trivial/source',
		'coderabbit/trivial/elsewhere',
	]);
	expect(namesIn(report, 'suggestions')).toEqual(['coderabbit', 'coderabbit/unstated']);
	expect(report.rows.find(({name}) => name === 'coderabbit/trivial/docs')).toMatchObject({
		path: 'docs/**',
		severity: 'trivial',
	});
	expect(report.findings.find(({path}) => path === 'docs/a.md')?.rows).toEqual([
		'coderabbit',
		'coderabbit/nit-pick',
		'coderabbit/trivial',
		'coderabbit/trivial/docs',
	]);
});

test('folders are two deep where one folder has nearly everything, and directly below a bot that states no severity', () => {
	const inFolder = (folder: string) =>
		Array.from({length: 20}, () => counted({reviewer: 'copilot', path: `${folder}/a.ts`}));
	const report = reportStats(
		statsRead([countedPull(1, [...inFolder('packages/api'), ...inFolder('packages/web/x')])]),
		alone,
	);
	expect(namesIn(report, 'words')).toEqual(['copilot', 'copilot/packages-api', 'copilot/packages-web']);
	expect(report.rows.map(({path}) => path)).toEqual([null, 'packages/api/**', 'packages/web/**']);
});

test('two rows never have the same name', () => {
	const many = (of: Parameters<typeof counted>[0]) => Array.from({length: 20}, () => counted(of));
	const report = reportStats(
		statsRead([
			countedPull(1, [
				...many({category: 'trivial', severity: 'trivial', path: 'elsewhere/a'}),
				...many({category: 'Trivial', severity: 'trivial', path: 'Elsewhere/a'}),
				counted({severity: 'trivial', path: 'a'}),
				counted({reviewer: 'people'}),
				counted({reviewer: 'ghost', isBot: false}),
			]),
		]),
		{people: true},
	);
	const names = namesIn(report, 'words');
	expect(new Set(names).size).toBe(names.length);
	expect(names).toEqual(
		expect.arrayContaining(['coderabbit/trivial', 'coderabbit/trivial-2', 'people', 'people-2', 'people/ghost']),
	);
});

test('people are one row without findings of their own, unless they were asked for', () => {
	const read = statsRead([
		countedPull(1, [
			counted({reviewer: 'octocat', isBot: false, class: 'changed'}),
			counted({reviewer: 'mona', isBot: false, category: 'style', severity: 'trivial'}),
			counted(),
		]),
	]);
	const closed = reportStats(read, alone);
	expect(namesIn(closed, 'words')).toEqual(['coderabbit', 'people']);
	expect(closed.findings.map(({reviewer}) => reviewer)).toEqual(['coderabbit']);
	expect(JSON.stringify(closed)).not.toMatch(/octocat|mona/);
	const open = reportStats(read, {people: true});
	expect(namesIn(open, 'words')).toEqual(['coderabbit', 'people', 'people/mona', 'people/octocat']);
	expect(open.findings).toHaveLength(3);
});

test('a reviewer has its time to the first answer, its repeats, and its findings for lines that are known', () => {
	const at = (hours: number) => new Date(Date.UTC(2026, 9, 1, 10 + hours)).toISOString();
	const report = reportStats(
		statsRead([
			countedPull(1, [counted({answeredAt: at(1), repeats: 2}), counted({answeredAt: at(4)}), counted()]),
			countedPull(2, [counted({answeredAt: at(3), repeats: 1})], {changedLines: null}),
			countedPull(3, [], {changedLines: 5000}),
		]),
		alone,
	);
	expect(report.pullRequests).toBe(3);
	expect(report.reviewers).toEqual([
		{
			name: 'coderabbit',
			reviewer: 'coderabbit',
			kind: 'bot',
			findings: 4,
			pullRequests: 2,
			repeats: 3,
			firstAnswer: {findings: 3, medianMs: 3 * 3_600_000},
			per100Lines: {findings: 3, changedLines: 100},
		},
	]);
});

test('what is not counted is summed up, and what was not read makes the report incomplete', () => {
	const pulls = [1, 2].map(number =>
		countedPull(number, [], {
			notCounted: {reply: number, remark: 1, hidden: 0, repeated: 2},
			incomplete: number === 2 ? ['No files.'] : [],
		}),
	);
	const whole = reportStats(statsRead(pulls.slice(0, 1)), alone);
	expect([whole.notCounted, whole.exitCode]).toEqual([{reply: 1, remark: 1, hidden: 0, repeated: 2}, 0]);
	const cut = reportStats(statsRead(pulls), alone);
	expect([cut.notCounted.reply, cut.incomplete, cut.exitCode]).toEqual([3, ['acme/api#2: No files.'], 1]);
	const unread = reportStats(statsRead([], {unread: [{name: 'acme/web', why: 'Gone.'}]}), alone);
	expect(unread.exitCode).toBe(1);
});

test('figures of 5,000 pull requests are there at once for every row', () => {
	const pulls = alike(5000, () => [counted({hasCode: true, class: 'taken'}), counted(), counted({hasCode: true})]);
	const [row] = reportStats(statsRead(pulls), alone).rows;
	expect(row?.share).toEqual({hits: 5000, of: 10_000, pullRequests: 5000, interval: {low: 0.5, high: 0.5}});
});
