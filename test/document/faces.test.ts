import {expect, test} from 'vitest';
import type {Document} from '../../source/document/document.ts';
import {paragraph} from '../../source/document/document.ts';
import {linesOf} from '../../source/document/lines.ts';
import {formatMarkdown} from '../../source/document/markdown.ts';
import {readerLines} from '../../source/document/reader-lines.ts';
import {formatText} from '../../source/document/text.ts';
import {paintFor} from '../../source/headless/terminal.ts';
import {rowOfCheck, warningCheck} from '../../source/run/doctor/check.ts';

const report: Document = [
	{kind: 'heading', text: 'pr-resolve fleet acme'},
	paragraph('1 repository: 2 pull requests with comments.', 'warning'),
	rowOfCheck(warningCheck('token', 'it expires soon', 'Make another one.')),
	{
		kind: 'table',
		columns: [{title: 'pull request'}, {title: 'title'}, {title: 'result'}],
		rows: [
			{cells: [{text: 'acme/api#1', href: 'https://github.com/acme/api/pull/1'}, 'Add a cart', '3 applied']},
			{cells: ['acme/web#2', 'Remove a cart', 'failed: no access']},
		],
		titledFor: ['screen', 'page'],
	},
	{
		kind: 'table',
		columns: [{title: 'outcome'}, {title: 'finding'}],
		rows: [
			{cells: ['applied', 'Guard it'], group: 'src/cart.ts', below: [paragraph('5 lines below', 'quiet')]},
			{cells: ['conflict', 'Rename it'], below: [{kind: 'diff', text: '-const a\n+const b'}]},
			{cells: ['stale', 'Drop it'], group: 'src/list.ts'},
		],
		titledFor: [],
	},
	{
		kind: 'table',
		columns: [{title: 'name'}, {title: 'subject', least: 200}, {title: 'state', rank: 1}],
		rows: [{cells: ['api', 'x'.repeat(200), 'red'], group: 'narrow', below: [paragraph('since noon')]}],
		titledFor: [],
	},
	paragraph('  error: failed to push some refs'),
	{kind: 'paragraph', text: 'To undo this, run:', command: 'git revert 4f1c2ab'},
];

const facts = [
	...['pr-resolve fleet acme', '1 repository: 2 pull requests with comments.', 'git revert 4f1c2ab'],
	...['warning', 'token', 'it expires soon', 'Make another one.'],
	...['acme/api#1', 'Add a cart', '3 applied', 'acme/web#2', 'Remove a cart', 'failed: no access'],
	...['src/cart.ts', 'applied', 'Guard it', '5 lines below', 'conflict', 'Rename it', '-const a', '+const b'],
	...['src/list.ts', 'stale', 'Drop it', 'narrow', 'api', 'red', 'since noon', 'error: failed to push some refs'],
];

const screen = (document: Document, room: number) =>
	linesOf(document, room).map(line => line.map(({text}) => text).join(''));

const faces = {
	screen: (document: Document) => screen(document, 90).join('\n'),
	text: (document: Document) => formatText(document, {paint: paintFor({color: false}), room: Number.POSITIVE_INFINITY}),
	reader: (document: Document) => readerLines(document).join('\n'),
	markdown: (document: Document) => formatMarkdown(document).replaceAll('\\', ''),
};

test.each(Object.entries(faces))('every fact of a report is in its face: %s', (_, draw) => {
	const drawn = draw(report);
	expect(facts.filter(fact => !drawn.includes(fact))).toEqual([]);
});

test('foreign text drives no terminal and is no markup, whatever the face', () => {
	const foreign: Document = [paragraph('\u001b[2J[a](http://x) | <img src=x>')];
	expect(faces.screen(foreign) + faces.text(foreign)).not.toContain('\u001b');
	expect(formatMarkdown(foreign)).not.toMatch(/\u001b|(?<!\\)[<[|]/);
});

const words = (count: number) => Array.from({length: count}, (_, at) => `word${at}`).join(' ');

test('a text that begins with blanks keeps them before each of its lines', () => {
	const lines = screen([paragraph(`    ${words(20)}`)], 40);
	expect(lines.length).toBeGreaterThan(1);
	expect(lines.filter(line => !/^ {4}word/.test(line))).toEqual([]);
});

test('what a program wrote stays in its lines on a page, and is no markup', () => {
	const lines = ['  remote: denied', '      at ````', '', '  see <b>'];
	const page = formatMarkdown([
		paragraph('The push failed.'),
		...lines.map(line => paragraph(line)),
		paragraph('Later.'),
	]);
	expect(page).toBe(`The push failed\\.\n\n\`\`\`\`\`\n${lines.join('\n')}\n\`\`\`\`\`\n\nLater\\.\n\n`);
});

test.each([80, 40])('labels are cut only where they leave the line: %i columns', room => {
	const [state, name] = ['warning', 'claude subscription of a team'];
	const rows = screen([{kind: 'rows', rows: [{labels: [state, name], texts: [words(30)]}]}], room);
	expect(rows[0]).toMatch(new RegExp(`^${state}  ${name}`));
	const long = screen([{kind: 'rows', rows: [{labels: ['x'.repeat(50), 'y'.repeat(50)], texts: [words(30)]}]}], room);
	expect([...rows, ...long].filter(line => line.trimEnd().length > room)).toEqual([]);
	expect(long[0]).toContain('x'.repeat(Math.min(50, room - 1)));
});

test('a row that leaves the page is counted, with its group', () => {
	const row = {cells: ['x'.repeat(400)], group: 'a file'};
	const rows = Array.from({length: 3000}, () => row);
	const page = formatMarkdown([{kind: 'table', columns: [{title: 'finding'}], rows, titledFor: []}]);
	const left = Number(/(\d+) more\n\n$/.exec(page)?.[1]);
	expect([page.match(/x{400}/g)?.length, page.match(/a file/g)?.length]).toEqual([3000 - left, 3000 - left]);
	expect(Buffer.byteLength(page)).toBeLessThan(1_000_000);
});
