import {Text} from 'ink';
import {createElement} from 'react';
import {expect, test} from 'vitest';
import {keymapTable} from '../../docs/tables/keys.ts';
import {bindingOf, type CommandKeys, helpOf, hintsOf, type Keymap, usualKeys} from '../../source/tui/app/keymap.ts';
import {useKeys} from '../../source/tui/app/use-app.ts';
import {keymap} from '../../source/tui/review/keymap.ts';
import {fieldOf, paste, typeKey, visible} from '../../source/tui/widgets/field.ts';
import {mount} from './mount.ts';

async function listener() {
	const seen: string[] = [];
	const pasted: string[] = [];
	function Listener() {
		useKeys(
			key => void seen.push(key),
			text => void pasted.push(text),
		);
		return createElement(Text, null, 'listening to every key');
	}
	return {seen, pasted, ...(await mount(createElement(Listener), {columns: 80, rows: 24}))};
}

test.each([
	['jjj', ['j', 'j', 'j']],
	['jj\r', ['j', 'j', 'enter']],
	['a\tb', ['a', 'tab', 'b']],
	['\x1b[B\x1b[B', ['down', 'down']],
	['\x1b', ['escape']],
	['\x1b\x1b', ['escape', 'escape']],
	['j\x1b\x1b', ['j', 'escape', 'escape']],
	['\x1b[Z', ['shift+tab']],
	['\x04\x15', ['ctrl+d', 'ctrl+u']],
	['A \x7f', ['A', 'space', 'backspace']],
	['\x1b[5~\x1b[6~\x1b[H\x1b[F', ['pageup', 'pagedown', 'home', 'end']],
	['\x03\x1a\x0c', ['ctrl+c', 'ctrl+z', 'ctrl+l']],
	['é👩‍💻漢', ['é', '👩‍💻', '漢']],
])('%j in one read is %j', async (bytes, keys) => {
	const {seen, press} = await listener();
	await press(bytes);
	expect(seen).toEqual(keys);
});

test('a paste is one text and no keys', async () => {
	const {seen, pasted, paste: insert} = await listener();
	await insert('sk-abc\nq');
	expect([seen, pasted]).toEqual([[], ['sk-abc\nq']]);
});

test('no key has two meanings', () => {
	const all = keymap.flatMap(({keys}) => keys);
	expect(all).toEqual([...new Set(all)]);
});

test('what changes files has a capital letter', () => {
	const keys = keymap.filter(({command}) => command === 'apply' || command === 'undo').map(binding => binding.keys);
	expect(keys).toEqual([['A'], ['U']]);
});

const small: Keymap<{isReady: boolean; keys: CommandKeys}> = [
	{keys: ['ctrl+d', 'pagedown'], command: 'down', help: 'goes down', group: 'move'},
	{
		keys: ['A'],
		command: 'apply',
		help: 'writes files',
		hint: 'write',
		group: 'run',
		disabled: ({isReady}) => (isReady ? null : 'not read yet'),
	},
];

const keys = usualKeys(small);

test('hints, help and table are made from the keymap', () => {
	expect(bindingOf(small, {keys}, 'pagedown')?.command).toBe('down');
	expect([hintsOf(small, {isReady: true, keys}), hintsOf(small, {isReady: false, keys})]).toEqual([
		[{key: 'A', word: 'write', press: 'A'}],
		[],
	]);
	expect(helpOf(small, {isReady: false, keys}, 'FILES')).toEqual([
		{command: 'apply', group: 'run', keys: 'A', help: 'writes files', reason: 'not read yet'},
	]);
	expect(keymapTable(small)).toContain('| `Ctrl-D` `PgDn` | goes down | `down` |');
});

test('a text field is edited at its cursor', () => {
	const typed = [...'ab', 'left', 'x', 'home', 'y', 'end', 'z'].reduce(typeKey, fieldOf(''));
	expect(typed).toEqual({text: 'yaxbz', cursor: 5});
	expect(['backspace', 'ctrl+w'].reduce(typeKey, fieldOf('one two'))).toEqual({text: 'one ', cursor: 4});
	expect(typeKey(fieldOf('gone'), 'ctrl+u').text).toBe('');
	expect(['up', 'f1', 'tab'].reduce(typeKey, fieldOf('same')).text).toBe('same');
	expect(paste(fieldOf('a '), '  b\r\nc\x07 ')).toEqual({text: 'a b c', cursor: 5});
	expect(visible(fieldOf('0123456789'), 4)).toEqual({text: '789', cursor: 3});
});
