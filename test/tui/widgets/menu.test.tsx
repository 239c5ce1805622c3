import {render} from 'ink-testing-library';
import {expect, onTestFinished, test} from 'vitest';
import {widthOf} from '../../../source/text/cells.ts';
import {Menu} from '../../../source/tui/widgets/menu.tsx';
import {eventually} from '../../helpers/wait.ts';
import {keys} from '../mount.ts';

type Given = Partial<Parameters<typeof Menu>[0]>;

const numbered = (count: number) =>
	Array.from({length: count}, (_, index) => ({value: `${index + 1}`, label: `Choice ${index + 1}`}));

/** A menu, and what it said of the keys that it got. */
function open(given: Given = {}) {
	const said: string[] = [];
	const menu = (more: Given = {}) => (
		<Menu
			items={numbered(3)}
			first={0}
			hasKeys={true}
			width={30}
			height={10}
			mark="…"
			onHighlight={value => said.push(`on ${value}`)}
			onChoose={value => said.push(`chose ${value}`)}
			{...given}
			{...more}
		/>
	);
	const {lastFrame, stdin, rerender, unmount} = render(menu());
	onTestFinished(unmount);
	return {
		frame: () => lastFrame() ?? '',
		said,
		again: (more: Given) => rerender(menu(more)),
		send: (key: string) => stdin.write(key),
		press: async (key: string, expected: string) => {
			stdin.write(key);
			await eventually(() => expect(said.at(-1)).toBe(expected));
		},
	};
}

test('the cursor goes down and up, round at the ends, and Enter chooses the line that has it', async () => {
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

test('it opens on the line that it is told', async () => {
	const {frame, press} = open({first: 2});
	expect(frame()).toContain('> Choice 3');
	await press(keys.enter, 'chose 3');
});

test('without the keys it is shown and hears nothing', async () => {
	const {send, again, press} = open({hasKeys: false});
	send(keys.down);
	again({hasKeys: true});
	await press(keys.enter, 'chose 1');
});

test('of more lines than there is room for it shows those around the cursor', async () => {
	const {frame, press} = open({items: numbered(9), height: 4});
	expect(frame().split('\n')).toHaveLength(4);
	for (const line of [2, 3, 4, 5, 6]) await press(keys.down, `on ${line}`);
	await eventually(() => expect(frame()).toContain('> Choice 6'));
	expect(frame().split('\n')).toHaveLength(4);
	expect(frame()).not.toContain('Choice 1');
});

test('a label is cut by its cells', () => {
	const items = [{value: 'a', label: '漢字'.repeat(20)}];
	const {frame} = open({items, width: 12});
	expect(frame()).toBe(`> ${'漢字漢字'}…`);
	expect(widthOf(frame())).toBeLessThanOrEqual(12);
});
