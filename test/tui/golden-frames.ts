import {join} from 'node:path';
import type {ReactElement} from 'react';
import {expect} from 'vitest';
import type {Theme} from '../../source/settings/app-rows.ts';
import type {Environment} from '../../source/system/environment.ts';
import {type Drawn, mountOnTerminal, type WindowSize} from './mount.ts';
import type {Shown, ShownCell} from './shown-cells.ts';

const inColor = (theme: Theme, env: Environment = {COLORTERM: 'truecolor'}) => ({theme, isColoured: true, env});

const themes: Readonly<Record<string, Drawn>> = {
	dark: inColor('dark'),
	light: inColor('light'),
	'colorblind on dark': inColor('colorblind', {COLORTERM: 'truecolor', COLORFGBG: '15;0'}),
	'colorblind on light': inColor('colorblind', {COLORTERM: 'truecolor', COLORFGBG: '0;15'}),
	'16 colors': inColor('dark', {}),
	'no color': {theme: 'auto', isColoured: false, env: {}},
};

/** Windows with panes above each other and side by side. */
export const usualSizes: readonly WindowSize[] = [
	{columns: 80, rows: 24},
	{columns: 120, rows: 40},
];

/**
 * Compares what a terminal shows of an app, in windows of these sizes and in every theme, with the file of this name in
 * test/frames/: the text, below it a letter for each cell that is not plain, and what the letters mean in each theme.
 */
export async function expectFrame(tree: ReactElement, sizes: readonly WindowSize[], name: string): Promise<void> {
	const frames: string[] = [];
	for (const size of sizes) frames.push(`== ${size.columns}x${size.rows}\n${await frameIn(tree, size)}`);
	await expect(frames.join('\n')).toMatchFileSnapshot(join(import.meta.dirname, `../frames/${name}.txt`));
}

async function frameIn(tree: ReactElement, size: WindowSize): Promise<string> {
	const shown: Record<string, Shown> = {};
	for (const [theme, drawn] of Object.entries(themes)) {
		const mounted = await mountOnTerminal(tree, size, {drawn});
		shown[theme] = mounted.shown();
		mounted.end();
	}
	const [first, ...others] = Object.values(shown);
	if (!first) throw new Error('there is no theme');
	for (const other of others) expect([textOf(other), other.cursor]).toEqual([textOf(first), first.cursor]);
	return formatted(shown, first);
}

const textOf = ({rows}: Shown) => trimmed(rows.map(row => row.map(({text}) => text).join('')));

/** Without blanks at the ends of rows, and without the empty rows at the end. */
const trimmed = (rows: readonly string[]) => rows.join('\n').replace(/ +$/gm, '').trimEnd();

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** The text and the looks of one frame. Letters and the numbers of links are given in the order in which they are needed. */
function formatted(shown: Readonly<Record<string, Shown>>, {rows, cursor}: Shown): string {
	const links = new Map<string, number>();
	const seen = new Map<string, string>();
	const lookIn = (cell: ShownCell | undefined) => {
		const {look = '', link = null} = cell ?? {};
		if (link !== null && !links.has(link)) links.set(link, links.size + 1);
		return [look, link === null ? '' : `link ${links.get(link)}`].filter(Boolean).join(' ') || 'plain';
	};
	const letterAt = (row: number, column: number) => {
		const looks = Object.entries(shown).map(([theme, each]) => `${theme}: ${lookIn(each.rows[row]?.[column])}`);
		if (looks.every(look => look.endsWith(': plain'))) return ' ';
		const tuple = looks.join(' | ');
		const letter = seen.get(tuple) ?? letters[seen.size];
		if (letter === undefined) throw new Error('more looks than letters');
		seen.set(tuple, letter);
		return letter;
	};
	const styles = trimmed(rows.map((row, at) => row.map((_, column) => letterAt(at, column)).join('')));
	const parts = [
		trimmed(rows.map(row => row.map(({text}) => text).join(''))),
		'-- looks',
		...(styles === '' ? [] : [styles]),
		'-- legend',
		...[...seen].map(([tuple, letter]) => `${letter}  ${tuple}`),
		...[...links].map(([address, number]) => `link ${number}  ${address}`),
		cursor ? `cursor in row ${cursor.row + 1}, column ${cursor.column + 1}` : 'no cursor',
	];
	return `${parts.join('\n')}\n`;
}
