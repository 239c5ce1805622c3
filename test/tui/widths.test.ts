import {expect, test} from 'vitest';
import {widthOf} from '../../source/text/cells.ts';
import {graphemesOf} from '../../source/text/graphemes.ts';
import {layoutOf} from '../../source/tui/review/arrangement.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {workTree} from '../helpers/work-tree.ts';
import {type Desk, openDesk} from './desk.ts';
import {isDisputed, windowWithWidth} from './emulated-widths.ts';
import {frameOf, mountOnTerminal} from './mount.ts';
import type {Shown} from './shown-cells.ts';

const size = {columns: 120, rows: 30};

const characters = {
	'a sign that may be an emoji': '⚠️',
	'a single emoji': '😀',
	'joined emoji': '👨‍👩‍👧',
	'a flag': '🇩🇪',
	'a sign that is wide in East Asia': '①',
};

async function deskWith(character: string): Promise<Desk> {
	const path = `src/${character}-${character}.txt`;
	const tree = workTree({[path]: `one ${character}\n${character} two\nthree\n`, 'notes.md': 'One.\nTwo.\n'});
	const from = reviewOf(tree)
		.suggest(path, 2, [`${character}${character} zwei ${character.repeat(50)}`], {
			body: `Mind \`a${character}b\` and ${character} here.\n\n\`\`\`\n${character} code ${character}\n\`\`\``,
		})
		.comment(path, 3, `Mind \`${character.repeat(40)}\` and more.`)
		.comment('notes.md', 2, 'Nothing of that kind.')
		.save();
	return openDesk(tree, from);
}

/** A row of the frame in cells, as the app counts them. */
const cellsOf = (row: string) =>
	graphemesOf(row).flatMap(character => [character, ...Array<string>(Math.max(0, widthOf(character) - 1)).fill('')]);

/** What the app wanted to show in each pane, and what is there; from a disputed character on, only its own pane may differ. */
function paneRows({state}: Desk, shown: Shown): {wanted: string[]; there: string[]} {
	const wall = layoutOf(state()).list.width;
	const [wanted, there]: [string[], string[]] = [[], []];
	for (const [at, row] of frameOf(state()).split('\n').entries()) {
		const written = cellsOf(row);
		const cells = Array.from({length: size.columns}, (_, column) => written[column] ?? ' ');
		for (const [from, to] of [
			[0, wall],
			[wall, size.columns],
		] as const) {
			const disputed = cells.findIndex((cell, column) => column >= from && column < to && isDisputed(cell));
			const end = disputed === -1 ? to : disputed;
			wanted.push(cells.slice(from, end).join(''));
			there.push(
				(shown.rows[at] ?? [])
					.slice(from, end)
					.map(({text}) => text)
					.join(''),
			);
		}
	}
	return {wanted, there};
}

for (const width of [1, 2] as const) {
	test.each(Object.entries(characters))(
		`where it takes ${width}, %s moves nothing in the other pane, and nothing of it stays`,
		async (_, character) => {
			const desk = await deskWith(character);
			const onTerminal = () => mountOnTerminal(desk.tree, size, {window: windowWithWidth(width, size)});
			const screen = await onTerminal();
			for (const pressed of ['', 'j', 'j', '\tj', '\t', 's', '?', '?', '/nothing\r']) {
				await screen.press(pressed);
				const {wanted, there} = paneRows(desk, screen.shown());
				expect(there).toEqual(wanted);
			}
			expect(screen.frame()).not.toContain(character.charAt(0));
			const drawnFromNothing = await onTerminal();
			expect(screen.shown()).toEqual(drawnFromNothing.shown());
		},
	);
}
