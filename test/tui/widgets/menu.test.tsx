import {expect, test} from 'vitest';
import {widthOf} from '../../../source/text/cells.ts';
import {Menu} from '../../../source/tui/components/menu.tsx';
import {drawnOf} from '../component.tsx';

const numbered = (count: number) =>
	Array.from({length: count}, (_, index) => ({value: `${index + 1}`, label: `Choice ${index + 1}`}));

const drawn = (given: Partial<Parameters<typeof Menu>[0]>) =>
	drawnOf(40, <Menu items={numbered(3)} at={0} height={10} width={30} {...given} />);

test('the highlighted item has the cursor', () => {
	expect(drawn({})).toBe('> Choice 1\n  Choice 2\n  Choice 3');
	expect(drawn({at: 2})).toBe('  Choice 1\n  Choice 2\n> Choice 3');
});

test('a menu with more items than lines scrolls to the cursor and keeps their order', () => {
	const at = (index: number) => drawn({items: numbered(9), height: 4, at: index});
	expect(at(5)).toBe('  Choice 4\n  Choice 5\n> Choice 6\n  Choice 7');
	expect(at(0)).toBe('> Choice 1\n  Choice 2\n  Choice 3\n  Choice 4');
	expect(at(8)).toBe('  Choice 6\n  Choice 7\n  Choice 8\n> Choice 9');
});

test('a label is cut by its width in cells', () => {
	const shown = drawn({items: [{value: 'a', label: '漢字'.repeat(20)}], width: 12});
	expect(shown).toBe('> 漢字漢字…');
	expect(widthOf(shown)).toBeLessThanOrEqual(12);
});
