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
	{kind: 'paragraph', text: 'To undo this, run:', command: 'git revert 4f1c2ab'},
];

const facts = [
	...['pr-resolve fleet acme', '1 repository: 2 pull requests with comments.', 'git revert 4f1c2ab'],
	...['warning', 'token', 'it expires soon', 'Make another one.'],
	...['acme/api#1', 'Add a cart', '3 applied', 'acme/web#2', 'Remove a cart', 'failed: no access'],
];

const faces = {
	screen: (document: Document) =>
		linesOf(document, 90)
			.map(line => line.map(({text}) => text).join(''))
			.join('\n'),
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
