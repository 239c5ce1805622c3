import {describe, expect, test} from 'vitest';
import {detailLines} from '../../source/tui/review/detail.ts';
import {textOf} from '../../source/tui/text/line.ts';
import {user} from '../emulators/github/data.ts';
import {hoursAgo} from '../helpers/hours-ago.ts';
import {type Review, reviewOf} from '../helpers/review-of.ts';
import {type WorkTree, workTree} from '../helpers/work-tree.ts';
import {type Desk, openDesk} from './desk.ts';
import {frameOf} from './mount.ts';

/** A suggestion with two replies, a question in a resolved thread, and a question. */
const discussed = (tree: WorkTree): Review =>
	reviewOf(tree)
		.suggest('notes.md', 3, ['1st.'], {body: 'As a number.'}, thread =>
			thread
				.reply({
					body: 'Is *that* needed?\n\n- yes\n- no\x1b[31m',
					author: user('ann'),
					createdAt: hoursAgo(3.5),
				})
				.reply({
					body: 'It is: see [the guide](https://example.com/guide).',
					author: user('ben'),
					createdAt: hoursAgo(50),
				}),
		)
		.comment('notes.md', 5, 'Settled long ago.', {isResolved: true}, thread => thread.reply({body: 'Done.'}))
		.comment('src/list.txt', 4, 'Why is this here?', {isOutdated: true, line: null, originalLine: 4});

async function open(make: (tree: WorkTree) => Review = discussed): Promise<Desk> {
	const tree = workTree();
	return openDesk(tree, make(tree).save());
}

const titles = ({state}: Desk) => state().list.rows.flatMap(row => (row.kind === 'finding' ? [row.title] : []));
const detail = ({state}: Desk) => detailLines(state(), 70).map(textOf);

describe('a thread', () => {
	test('is one row, and its replies are below the finding in their order', async () => {
		const desk = await open();
		expect(titles(desk)).toEqual(['As a number.', 'Why is this here?']);
		const lines = detail(desk);
		const from = lines.indexOf('2 replies');
		expect(lines.slice(from, from + 9)).toEqual([
			'2 replies',
			'',
			'ann 3 h ago',
			' Is that needed?',
			'',
			' • yes',
			' • no\\u001b[31m',
			'',
			'ben 2 d ago',
		]);
		expect(lines.join('\n')).toMatch(/links\n1 the guide: https:\/\/example.com\/guide/);
	});

	test('keeps a reply with a suggestion as a finding of its own', async () => {
		const desk = await open(tree =>
			reviewOf(tree).comment('notes.md', 3, 'As a number?', {}, thread =>
				thread.reply({body: '```suggestion\n1st.\n```', author: user('ann'), createdAt: hoursAgo(0.5)}),
			),
		);
		expect(titles(desk)).toEqual(['As a number?', 'Suggested change']);
		expect(detail(desk).join('\n')).toContain('ann 30 min ago (listed on its own)');
		desk.press('j');
		expect(detail(desk).join('\n')).toContain('in the same thread: 1 comment');
	});

	test('is found by the name of a person who replied, which Tab completes', async () => {
		const desk = await open();
		desk.press('/', ...'by:an', 'tab', 'enter');
		expect([desk.state().filter, titles(desk)]).toEqual(['by:ann ', ['As a number.']]);
	});

	test('is found by the words of a reply', async () => {
		const desk = await open();
		desk.press('/', ...'guide', 'enter');
		expect(titles(desk)).toEqual(['As a number.']);
		desk.press('/', 'ctrl+u', ...'is:reply', 'enter');
		expect(titles(desk)).toEqual(['As a number.', 'Settled long ago.']);
	});
});

describe('not-actionable findings', () => {
	test('are hidden and counted until . shows them', async () => {
		const desk = await open();
		expect(frameOf(desk.state())).toContain(' 1/2 by file, 1 hidden (.) ');
		desk.press('.');
		expect(desk.state().notice?.text).toBe('1 not-actionable finding shown');
		expect(titles(desk)).toEqual(['As a number.', 'Settled long ago.', 'Why is this here?']);
		expect(frameOf(desk.state())).toContain(' 1/3 by file ');
		desk.press('j', '.');
		expect(titles(desk)).toEqual(['As a number.', 'Why is this here?']);
	});

	test('are shown by a filter for a state, and counted by other filters', async () => {
		const desk = await open();
		desk.press('/', ...'is:not-actionable', 'enter');
		expect(titles(desk)).toEqual(['Settled long ago.']);
		desk.press('/', 'ctrl+u', ...'settled', 'enter');
		expect(titles(desk)).toEqual([]);
		expect(frameOf(desk.state())).toContain('1 hidden finding; press . to show');
		desk.press('.');
		expect(titles(desk)).toEqual(['Settled long ago.']);
	});

	test('do not change what is counted at the end', async () => {
		const desk = await open();
		expect(desk.state().index.judged.size).toBe(6);
	});
});

test('resolved and outdated threads are marked', async () => {
	const desk = await open();
	desk.press('j');
	expect(detail(desk)[1]).toMatch(/ · outdated$/);
	desk.press('.', 'k');
	expect(detail(desk)[1]).toMatch(/ · resolved$/);
});
