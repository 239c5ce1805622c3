import {stripVTControlCharacters} from 'node:util';
import {render} from 'ink-testing-library';
import type {ReactElement} from 'react';
import {expect, onTestFinished, test} from 'vitest';
import {widthOf} from '../../../source/text/cells.ts';
import {Menu} from '../../../source/tui/components/menu.tsx';
import {eventually} from '../../helpers/wait.ts';
import {inColumns} from '../component.tsx';
import {keys} from '../mount.ts';

type Given = Partial<Parameters<typeof Menu>[0]>;

const numbered = (count: number) =>
	Array.from({length: count}, (_, index) => ({value: `${index + 1}`, label: `Choice ${index + 1}`}));

/** A menu whose owner keeps the highlighted item, as the app does. */
function open(given: Given = {}) {
	const said: string[] = [];
	const items = given.items ?? numbered(3);
	let at = given.at ?? 0;
	const menu = (more: Given = {}): ReactElement =>
		inColumns(
			40,
			<Menu
				items={items}
				height={10}
				width={30}
				hasKeys={true}
				onHighlight={value => {
					at = items.findIndex(item => item.value === value);
					said.push(`on ${value}`);
					rerender(menu());
				}}
				onChoose={value => said.push(`chose ${value}`)}
				{...given}
				at={at}
				{...more}
			/>,
		);
	const {lastFrame, stdin, rerender, unmount} = render(menu());
	onTestFinished(unmount);
	return {
		frame: () => stripVTControlCharacters(lastFrame() ?? ''),
		said,
		again: (more: Given) => rerender(menu(more)),
		send: (key: string) => stdin.write(key),
		press: async (key: string, expected: string) => {
			stdin.write(key);
			await eventually(() => expect(said.at(-1)).toBe(expected));
		},
	};
}

test('the cursor moves down and up, wraps at the ends, and Enter chooses its item', async () => {
	const {frame, press} = open();
	expect(frame()).toBe('> Choice 1\n  Choice 2\n  Choice 3');
	await press(keys.down, 'on 2');
	await eventually(() => expect(frame()).toBe('  Choice 1\n> Choice 2\n  Choice 3'));
	await press('k', 'on 1');
	await press(keys.up, 'on 3');
	await eventually(() => expect(frame()).toContain('> Choice 3'));
	await press(keys.enter, 'chose 3');
	await press('1', 'chose 1');
});

test('opens on the given item', async () => {
	const {frame, press} = open({at: 2});
	expect(frame()).toContain('> Choice 3');
	await press(keys.enter, 'chose 3');
});

test('a menu without focus ignores keys', async () => {
	const {send, again, press} = open({hasKeys: false});
	send(keys.down);
	again({hasKeys: true});
	await press(keys.enter, 'chose 1');
});

test('a menu with more items than lines scrolls to the cursor and keeps their order', async () => {
	const {frame, press} = open({items: numbered(9), height: 4});
	expect(frame().split('\n')).toHaveLength(4);
	for (const line of [2, 3, 4, 5, 6]) await press(keys.down, `on ${line}`);
	await eventually(() => expect(frame()).toBe('  Choice 4\n  Choice 5\n> Choice 6\n  Choice 7'));
	for (const line of [7, 8, 9, 1]) await press(keys.down, `on ${line}`);
	await eventually(() => expect(frame()).toBe('> Choice 1\n  Choice 2\n  Choice 3\n  Choice 4'));
	await press(keys.up, 'on 9');
	await eventually(() => expect(frame()).toBe('  Choice 6\n  Choice 7\n  Choice 8\n> Choice 9'));
});

test('a label is cut by its width in cells', () => {
	const {frame} = open({items: [{value: 'a', label: '漢字'.repeat(20)}], width: 12});
	expect(frame()).toBe('> 漢字漢字…');
	expect(widthOf(frame())).toBeLessThanOrEqual(12);
});
