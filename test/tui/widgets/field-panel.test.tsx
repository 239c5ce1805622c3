import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {widthOf} from '../../../source/text/cells.ts';
import {graphemesOf} from '../../../source/text/graphemes.ts';
import {FieldPanel} from '../../../source/tui/components/screen.tsx';
import {symbolsFor} from '../../../source/tui/theme.ts';
import {type Field, fieldOf, fieldPanelRows, shownField, visible} from '../../../source/tui/widgets/field.ts';
import {foreign} from '../../text/words.ts';
import {drawnOf} from '../component.tsx';

/** The two rows of a field. */
const show = (field: Field, {isSecret = false, columns = 40, label = 'Name'} = {}): string[] =>
	drawnOf(columns, <FieldPanel panel={{label, field, isSecret}} rows={24} />).split('\n');

const cursorOf = (label: string, field: Field) =>
	shownField({label, field, isSecret: false}, 40, symbolsFor(true)).cursor;

test('a rule, the label, and what was typed', () => {
	const rows = show(fieldOf('octo/app'));
	expect(rows).toEqual(['─'.repeat(40), ' Name: octo/app']);
	expect(rows).toHaveLength(fieldPanelRows);
	expect(cursorOf('Name', fieldOf('octo/app'))).toBe(' Name: octo/app'.length);
});

test('of a secret, only its length is shown', () => {
	expect(show(fieldOf('hunter2'), {isSecret: true}).at(-1)).toBe(` Name: ${'•'.repeat(7)}`);
	expect(show(fieldOf('鍵👍🏽'), {isSecret: true}).at(-1)).toBe(` Name: ${'•'.repeat(2)}`);
});

test('a text that is too long is shown at its end', () => {
	const text = Array.from({length: 60}, (_, index) => `${index % 10}`).join('');
	expect(show(fieldOf(text), {columns: 20}).at(-1)).toBe(` Name: ${text.slice(-11)}`);
	expect(show({text, cursor: 0}, {columns: 20}).at(-1)).toBe(` Name: ${text.slice(0, 12)}`);
});

test('wide characters take two cells of it, and controls are seen', () => {
	expect(show(fieldOf('漢字漢字漢字漢字'), {columns: 20}).at(-1)).toBe(' Name: 字漢字漢字');
	expect(show(fieldOf('a\u202eb')).at(-1)).toBe(' Name: a\\u202eb');
});

describe('whatever is typed', () => {
	const field = foreign.chain(text => fc.record({text: fc.constant(text), cursor: fc.nat(graphemesOf(text).length)}));

	test('it fits, with a cell for the cursor', () =>
		fc.assert(
			fc.property(field, fc.integer({min: 8, max: 60}), (given, room) => {
				const {text, cursor} = visible(given, room);
				expect(widthOf(text)).toBeLessThanOrEqual(room);
				expect(cursor).toBeLessThan(room);
			}),
		));
});

test('a long label leaves room for the text in a narrow window', () => {
	const label = 'Reason (optional) for "read, nothing to do"';
	expect(show(fieldOf('because'), {label})[1]).toBe(' Reason (optional) f…: because');
	expect(cursorOf(label, fieldOf('because'))).toBe(30);
});
