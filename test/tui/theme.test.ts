import {expect, test} from 'vitest';
import {backgroundHint, backgroundQuestion} from '../../source/tui/background.ts';
import {stylerOf} from '../../source/tui/styles.ts';
import {type Line, span} from '../../source/tui/text/line.ts';
import {type Background, looksFor} from '../../source/tui/theme.ts';
import {colorBits, isTint} from '../../source/tui/tints.ts';

test.each([
	['11;rgb:ffff/ffff/ffff', 'light'],
	['11;rgb:0000/0000/0000', 'dark'],
	['11;rgb:ff/ff/ff', 'light'],
	['11;rgb:f/f/f', 'light'],
	['11;RGBA:fd/f6/e3/ff', 'light'],
	['11;rgb:2828/2c2c/3434', 'dark'],
	// Solarized dark and light; pure blue is dark, pure green is light.
	['11;rgb:0000/2b2b/3636', 'dark'],
	['11;rgb:fdfd/f6f6/e3e3', 'light'],
	['11;rgb:0000/0000/ffff', 'dark'],
	['11;rgb:0000/ffff/0000', 'light'],
	['10;rgb:ffff/ffff/ffff', null],
	['11;?', null],
	['11;rgb:gg/gg/gg', null],
])('%s is %s', (report, background) => {
	const heard: Background[] = [];
	backgroundQuestion(
		() => {},
		answer => void heard.push(answer),
	).hear(report);
	expect(heard).toEqual(background === null ? [] : [background]);
});

test('another program gets the terminal only after the answer, or after the wait for it', async () => {
	const asked: string[] = [];
	const question = backgroundQuestion(
		text => void asked.push(text),
		() => {},
	);
	// Not asked, nothing to wait for.
	await question.settled();
	question.ask();
	expect(asked).toEqual(['\x1b]11;?\x1b\\']);
	let isSettled = false;
	const settled = question.settled().then(() => {
		isSettled = true;
	});
	await Promise.resolve();
	expect(isSettled).toBe(false);
	question.hear('11;rgb:0000/0000/0000');
	await settled;
	question.ask();
	await question.settled();
});

test.each([
	['15;0', 'dark'],
	['0;15', 'light'],
	['0;default;15', 'light'],
	['12;8', 'dark'],
	['0;7', 'light'],
	['15;default', null],
	['', null],
	[undefined, null],
])('COLORFGBG=%s hints at %s', (COLORFGBG, background) => {
	expect(backgroundHint({COLORFGBG})).toBe(background);
});

test.each([
	[{TERM: 'xterm'}, 4],
	[{TERM: 'linux'}, 4],
	[{TERM: 'tmux-256color'}, 8],
	[{TERM: 'xterm-direct'}, 24],
	[{TERM: 'xterm-256color', COLORTERM: 'truecolor'}, 24],
	[{}, 4],
] as const)('%j draws colors of %i bits', (env, bits) => {
	expect(colorBits(env)).toBe(bits);
});

const changed: Line[] = [
	[
		{...span('- ', 'removed'), ground: 'removed-ground'},
		{...span('old', 'removed-word'), ground: 'removed-ground'},
	],
	[
		{...span('+ ', 'added'), ground: 'added-ground'},
		{...span('new', 'added-word'), ground: 'added-ground'},
	],
];

/** The codes of a diff. */
const codes = (looks: ReturnType<typeof looksFor>) =>
	changed.map(line => line.map(each => codesBefore(stylerOf(looks, true)([each]))).join(' '));

const codesBefore = (styled: string) => {
	const [before = ''] = /^(?:\x1b\[[\d;]+m)*/.exec(styled) ?? [];
	return [...before.matchAll(/\[([\d;]+)m/g)].map(([, code]) => code).join(';');
};

test.each([
	['unknown', null, false, 24, ['31 30;41', '32 30;42']],
	['few colors', 'dark', false, 4, ['31 30;41', '32 30;42']],
	['dark', 'dark', false, 8, ['48;5;52 48;5;88', '48;5;22 48;5;28']],
	['light', 'light', false, 8, ['48;5;224 48;5;217', '48;5;194 48;5;157']],
	['color-blind', null, true, 8, ['33 30;43', '94 37;44']],
	['color-blind on light', 'light', true, 4, ['33 30;43', '34 37;44']],
	['color-blind on dark', 'dark', true, 8, ['48;5;58 48;5;94', '48;5;17 48;5;25']],
] as const)('a diff, %s', (_, background, isColorblind, bits, expected) => {
	expect(codes(looksFor({background, isColorblind, bits}))).toEqual(expected);
});

/** Relative luminance. Source: WCAG 2. */
function luminance(color: readonly number[]): number {
	const [red, green, blue] = color.map(value => {
		const share = value / 255;
		return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
	}) as [number, number, number];
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Red, green and blue of a tint; of the 256 colors, those of the cube. */
function colorOf(tint: string): number[] {
	const [, kind, ...values] = tint.split(';').map(Number);
	if (kind === 2) return values;
	const index = values[0]! - 16;
	return [Math.floor(index / 36), Math.floor(index / 6) % 6, index % 6].map(level =>
		level === 0 ? 0 : 55 + level * 40,
	);
}

test.each(
	(['dark', 'light'] as const).flatMap(background =>
		([8, 24] as const).flatMap(bits => [false, true].map(isColorblind => ({background, bits, isColorblind}))),
	),
)('text can be read on every tint: %j', palette => {
	const text = palette.background === 'dark' ? [229, 229, 229] : [30, 30, 30];
	const tints = Object.entries(looksFor(palette)).filter(([, look]) => isTint(look));
	expect(tints).toHaveLength(4);
	for (const [tone, tint] of tints) {
		const [bright, dim] = [luminance(text), luminance(colorOf(tint as string))].sort((a, b) => b - a) as [
			number,
			number,
		];
		expect((bright + 0.05) / (dim + 0.05), tone).toBeGreaterThanOrEqual(tone.endsWith('-word') ? 3 : 4.5);
	}
});

test('the colorblind theme has no green or red', () => {
	for (const background of ['dark', 'light', null] as const) {
		const looks = Object.values(looksFor({background, isColorblind: true, bits: 4})).flat();
		expect(looks.filter(look => /red|green/i.test(look ?? ''))).toEqual([]);
	}
});
