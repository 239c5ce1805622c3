import {expect, test} from 'vitest';
import {barePen, penChange, pensFor} from '../../../source/tui/paint/pen.ts';
import {type Span, span, type Tone} from '../../../source/tui/text/line.ts';
import {looksFor, usualLooks} from '../../../source/tui/theme.ts';

const onDark = looksFor({background: 'dark', isColorblind: false, bits: 8});

/** The codes of a span after plain text. */
const codesOf = (each: Span, {looks = usualLooks, isColoured = true} = {}) =>
	penChange(barePen, pensFor(looks, isColoured)(each));

test('a tone has the codes of its look', () => {
	const tones: Tone[] = ['plain', 'strong', 'quiet', 'accent', 'mark', 'added-word', 'selected'];
	expect(tones.map(tone => codesOf(span('a', tone)))).toEqual([
		'',
		'\x1b[1m',
		'\x1b[2m',
		'\x1b[36m',
		'\x1b[1;36m',
		'\x1b[30;42m',
		'\x1b[7m',
	]);
});

test('a word on the ground of its line keeps its own ground', () => {
	const word = {...span('a', 'added-word'), ground: 'added-ground'} as const;
	expect(codesOf(word, {looks: onDark})).toBe('\x1b[48;5;28m');
	expect(codesOf({...word, tone: 'added'}, {looks: onDark})).toBe('\x1b[48;5;22m');
});

test('what is found is inverse, in the selected row too', () => {
	expect(codesOf({...span('a', 'accent'), isMatch: true})).toBe('\x1b[7m');
	expect(codesOf({...span('a', 'selected'), isMatch: true})).toBe('\x1b[7;4;1m');
});

test('without color what is bold, dim or inverse stays so, and what has a background is underlined', () => {
	const tones: Tone[] = ['strong', 'quiet', 'accent', 'mark', 'added-word', 'selected', 'link'];
	expect(tones.map(tone => codesOf(span('a', tone), {isColoured: false}))).toEqual([
		'\x1b[1m',
		'\x1b[2m',
		'',
		'\x1b[1m',
		'\x1b[4m',
		'\x1b[7m',
		'\x1b[4m',
	]);
	const grounded = {...span('a', 'added'), ground: 'added-ground'} as const;
	expect(codesOf(grounded, {looks: onDark, isColoured: false})).toBe('');
});

test('a link keeps its address, and loses it with the colors', () => {
	const link = {...span('text'), href: 'https://example.com/'};
	expect(codesOf(link)).toBe('\x1b]8;;https://example.com/\x07');
	expect(codesOf(link, {isColoured: false})).toBe('');
});

test('from one pen to another only what differs is written', () => {
	const penOf = pensFor(usualLooks, true);
	const change = (from: Tone, to: Tone) => penChange(penOf(span('', from)), penOf(span('', to)));
	expect(change('accent', 'warning')).toBe('\x1b[33m');
	expect(change('accent', 'name')).toBe('');
	expect(change('mark', 'accent')).toBe('\x1b[22m');
	// One code ends both bold and dim.
	expect(change('strong', 'quiet')).toBe('\x1b[22;2m');
	expect(change('added-word', 'plain')).toBe('\x1b[m');
});
