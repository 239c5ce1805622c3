import fc from 'fast-check';
import {isForTerminal, type Keymap} from '../../source/tui/app/keymap.ts';
import {keymap as benchKeys} from '../../source/tui/bench/keymap.ts';
import {keymap as inboxKeys} from '../../source/tui/inbox/commands.ts';
import {keymap as reviewKeys} from '../../source/tui/review/keymap.ts';
import {keymap as setupKeys} from '../../source/tui/setup/keymap.ts';
import {keymap as watchKeys} from '../../source/tui/watch/update.ts';
import type {WindowSize} from '../../test/helpers/terminal-streams.ts';

export type ScreenName = 'review' | 'setup' | 'bench' | 'inbox' | 'watch';

/** A user's next action: keys that arrive in one read, a paste, the mouse, or another window size. */
export type Step = {press: string} | {resize: WindowSize} | {waitMs: number};

export type Walk = {
	screen: ScreenName;
	/** Whether to answer questions with yes. */
	confirms: boolean;
	steps: readonly Step[];
};

/** Of the inbox also what a review that it opens knows. */
const keymaps: Readonly<Record<ScreenName, Keymap<never>>> = {
	review: reviewKeys,
	setup: setupKeys,
	bench: benchKeys,
	inbox: [...inboxKeys, ...reviewKeys],
	watch: watchKeys,
};

/** Keys that leave. */
const left = ['q', 'ctrl+c'];

/** Screens on which `q` may be pressed: it leads from a review to the inbox, and asks whether to end a round. */
const withQuit: readonly ScreenName[] = ['inbox', 'watch'];

const sequences: Readonly<Record<string, string>> = {
	up: '\x1b[A',
	down: '\x1b[B',
	right: '\x1b[C',
	left: '\x1b[D',
	home: '\x1b[H',
	end: '\x1b[F',
	pageup: '\x1b[5~',
	pagedown: '\x1b[6~',
	delete: '\x1b[3~',
	'shift+tab': '\x1b[Z',
	tab: '\t',
	enter: '\r',
	escape: '\x1b',
	space: ' ',
	backspace: '\x7f',
};

/** The bytes of a key with this name. */
const bytesOf = (key: string): string =>
	sequences[key] ?? (key.startsWith('ctrl+') ? String.fromCharCode(key.charCodeAt(5) - 0x60) : key);

const pastes = ['a word', 'two\nlines\n', '\x1b[31mred', '漢字と仮名', 'x'.repeat(500)];

/** Reports of a terminal about its background. */
const answers = ['\x1b]11;rgb:ffff/ffff/ffff\x1b\\', '\x1b]11;rgb:0000/0000/0000\x07'];

/** A click or a turn of the wheel, above the last row of every window: that has the hint to quit. */
const mouse = fc
	.record({
		button: fc.constantFrom(0, 0, 64, 65),
		column: fc.integer({min: 1, max: 180}),
		row: fc.integer({min: 1, max: 9}),
	})
	.map(({button, column, row}) => {
		const report = `\x1b[<${button};${column};${row}`;
		return button === 0 ? `${report}M${report}m` : `${report}M`;
	});

/** Random walks with this many keys through a screen and everything that opens on it. */
export function walksThrough(screen: ScreenName, keys: number): fc.Arbitrary<Walk> {
	const bound = keymaps[screen].flatMap(binding => binding.keys);
	const known = [...new Set(bound)].filter(key => !left.includes(key));
	const forTerminal = known.filter(isForTerminal);
	const others = known.filter(key => !isForTerminal(key) && key !== 'y');
	const quit = withQuit.includes(screen) ? ['q'] : [];
	const typed = ['n', 'w', 'A', 'jx', 'backspace', 'delete', 'left', 'right', 'escape', 'enter', ...quit];
	const press = (...names: string[]) => fc.constantFrom(...names.map(bytesOf));
	const stepsWith = (yes: readonly string[]) =>
		fc.array(
			fc.oneof(
				{weight: 12, arbitrary: press(...others).map(text => ({press: text}))},
				{weight: 4, arbitrary: press(...typed, ...yes).map(text => ({press: text}))},
				{weight: 2, arbitrary: press(...forTerminal).map(text => ({press: text}))},
				{
					weight: 1,
					arbitrary: fc
						.array(press(...others, ...forTerminal), {minLength: 2, maxLength: 5})
						.map(all => ({press: all.join('')})),
				},
				{weight: 2, arbitrary: fc.oneof(mouse, fc.constantFrom(...answers)).map(text => ({press: text}))},
				{weight: 1, arbitrary: fc.constantFrom(...pastes).map(text => ({press: `\x1b[200~${text}\x1b[201~`}))},
				{
					weight: 1,
					arbitrary: fc
						.record({columns: fc.integer({min: 36, max: 180}), rows: fc.integer({min: 10, max: 60})})
						.map(resize => ({resize})),
				},
				// A question ignores answers that come before anyone could have read it.
				{weight: 2, arbitrary: fc.constantFrom(20, 300).map(waitMs => ({waitMs}))},
			),
			{minLength: keys, maxLength: keys},
		);
	return fc
		.boolean()
		.chain(confirms => stepsWith(confirms ? ['y', 'y'] : []).map(steps => ({screen, confirms, steps})));
}
