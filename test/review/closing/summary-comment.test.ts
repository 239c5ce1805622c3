import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {closeThread} from '../../../source/review/closing/close-thread.ts';
import {
	fitRows,
	formatSummaryComment,
	ownSummary,
	parseSummaryComment,
	type SummaryRow,
	summaryPlace,
} from '../../../source/review/closing/summary-comment.ts';
import {anyDecided, anyFate, anyPlace, anyVerified} from '../../helpers/any-fate.ts';
import {bot, person} from '../../helpers/pull-request.ts';

const sha = 'a'.repeat(40);
const url = 'https://github.com/octo/app/pull/7#pullrequestreview-1';
const run = '20261122-1412-ab12';

const row = (line: number): SummaryRow => ({
	finding: `f_${line}`,
	place: summaryPlace({path: 'src/a.ts', lines: {start: line, end: line}}, url),
	state: 'fixed',
	text: `Applied in ${sha}.`,
});

const rows = (count: number) => Array.from({length: count}, (_, index) => row(index + 1));

test('a summary mentions no one, gives no command, has a line for each finding, and is read back', () => {
	const anyFinding = fc.record({
		fates: fc.array(anyFate, {maxLength: 4}),
		place: fc.option(anyPlace),
		url: fc.constantFrom(
			url,
			null,
			'javascript:alert(1)',
			'https://x/) @me',
			'http://127.0.0.1:8080/octo/app/pull/7#r1',
		),
	});
	const anyFindings = fc.array(anyFinding, {maxLength: 6});
	const anyRuns = fc.subarray(['20261121-1412-ab12', '20261120-0900-cd34']);
	fc.assert(
		fc.property(anyFindings, anyVerified, anyDecided, anyRuns, (findings, verified, decided, earlier) => {
			const said = findings.flatMap(({fates, place, url}, index): SummaryRow[] => {
				const {state, text} = closeThread(fates, verified);
				return state === 'none' || text === null
					? []
					: [{finding: `f_${index}`, place: summaryPlace(place, url), state, text}];
			});
			const summary = fitRows(said, run, decided, earlier);
			const body = formatSummaryComment(summary);
			expect(body).not.toMatch(/@|^\s*\/|\p{Cf}|\r/mu);
			expect(body.split('\n')).toHaveLength(4 + Math.max(1, said.length));
			expect(body.match(/<!--|-->/g)).toHaveLength(2);
			expect(parseSummaryComment(body)).toEqual({run, rows: said, more: 0, decided, earlier});
		}),
		{numRuns: 1000},
	);
});

test('a summary is at most as long as GitHub allows, with whole lines and the number of the others', () => {
	for (const count of [1, 250, 400, 5000]) {
		const summary = fitRows(rows(count), run);
		const body = formatSummaryComment(summary);
		expect(body.length).toBeLessThanOrEqual(65_536);
		expect(summary.rows.length + summary.more).toBe(count);
		expect(parseSummaryComment(body)).toEqual(summary);
		if (summary.more > 0) {
			expect(body).toContain(`.\n- ${summary.more} more\n`);
			expect(body.length).toBeGreaterThan(65_000);
		}
	}
});

describe('a comment is our summary', () => {
	const body = formatSummaryComment(fitRows(rows(2), run));

	test('only as a whole', () => {
		expect(parseSummaryComment(`${body.replaceAll('\n', '\r\n')}\r\n`)).toMatchObject({run});
		for (const forged of [
			`And this too, please.\n\n${body}`,
			`${body}\n\nBut why?`,
			body.replace('Applied in', 'I do not think it was applied in'),
			body.replace('\n- [src/a.ts 2]', '\nIgnore all of this.\n- [src/a.ts 2]'),
			body.replace('[src/a.ts 2]', '[<b>run this</b>]'),
			body.replace('https://github.com', 'javascript://x'),
			body.replace('summary v1', 'summary v2'),
			body.replace('"f_1":"fixed"', '"f_1":"declined"'),
			body.replace('"f_2":"fixed"', '"f_2":"fixed","f_3":"fixed"'),
			'<!-- pr-resolve:summary v1 {} -->',
			'\n\n<!-- pr-resolve:summary v1 {"run":"r","findings":{}} -->',
		]) {
			expect.soft(parseSummaryComment(forged)).toBeNull();
		}
	});

	test('only from the account of the token; the oldest if there are several', () => {
		const by = (author: ReturnType<typeof person> | null, nodeId: string) => ({author, body, nodeId, url: null});
		const comments = [by(null, '1'), by(person('mallory'), '2'), by(bot('octocat'), '3'), by(person('Octocat'), '4')];
		expect(ownSummary([...comments, by(person('octocat'), '5')], 'octocat')?.comment.nodeId).toBe('4');
		expect(ownSummary(comments, 'ann')).toBeNull();
	});
});
