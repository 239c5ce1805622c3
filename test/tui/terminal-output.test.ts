import {Terminal} from '@xterm/headless';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {TerminalOutput} from '../../source/tui/terminal-output.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {Output} from '../helpers/terminal-streams.ts';
import {workTree} from '../helpers/work-tree.ts';
import {openDesk} from './desk.ts';
import {frameOf, mountOnTerminal} from './mount.ts';

const size = {columns: 80, rows: 24};

function outputOn(written: string[], isFullscreen = true) {
	const terminal = new Output(size, text => written.push(text));
	return new TerminalOutput(terminal as unknown as NodeJS.WriteStream, size, isFullscreen);
}

test('nothing wraps within a frame, and all does after it', () => {
	const written: string[] = [];
	const output = outputOn(written);
	output.write('\x1b[?2026h');
	output.write('─ a rule');
	output.write('\x1b[?2026l');
	expect(written.join('')).toBe('\x1b[?2026h\x1b[?7l\r─ a rule\x1b[?7h\x1b[?2026l');
});

test('a new size clears the window within the next frame', () => {
	const written: string[] = [];
	const output = outputOn(written);
	const order: string[] = [];
	output.resize({columns: 100, rows: 30}, {clear: () => order.push(`${output.columns}x${output.rows}`)});
	expect(order).toEqual(['100x30']);
	expect(written.join('')).toBe('\x1b[?2026h\x1b[?7l\r\x1b[H\x1b[J');
});

test('a frame that never comes after a new size is ended, once', () => {
	const written: string[] = [];
	const output = outputOn(written);
	output.resize({columns: 100, rows: 30}, {clear: () => {}});
	written.length = 0;
	output.endFrame();
	output.endFrame();
	expect(written.join('')).toBe('\x1b[?7h\x1b[?2026l');
});

test('while another program has the terminal, a new size writes nothing', () => {
	const written: string[] = [];
	const output = outputOn(written);
	output.isLent = true;
	output.resize({columns: 100, rows: 30}, {clear: () => written.push('forgot')});
	expect(written).toEqual([]);
	expect([output.columns, output.rows]).toEqual([100, 30]);
});

test('below a prompt, a new height clears the rows of frames that may be back, but nothing that another program wrote', () => {
	const written: string[] = [];
	const output = outputOn(written, false);
	const rows = (height: number) => {
		written.length = 0;
		output.resize({columns: 80, rows: height}, {clear: () => {}});
		return written.join('').split('\x1b[2K').length - 1;
	};
	expect([rows(20), rows(22), rows(24), rows(26), rows(20)]).toEqual([0, 4, 2, 0, 0]);
	output.isLent = true;
	output.isLent = false;
	expect(rows(26)).toBe(0);
});

test('before Ink has drawn anything, a new size leaves what stands in the window', () => {
	const written: string[] = [];
	const output = outputOn(written);
	output.resize({columns: 100, rows: 30}, null);
	expect(written).toEqual([]);
	expect([output.columns, output.rows]).toEqual([100, 30]);
});

const windows = fc.record({columns: fc.integer({min: 36, max: 150}), rows: fc.integer({min: 10, max: 45})});
const pressed = fc.constantFrom('j', 'k', '\t', '+', '/item\r', '?', 'd', 'G', '2');

test('after any keys and sizes a terminal shows what it shows of a frame that is drawn at once', async () => {
	const tree = workTree();
	const desk = await openDesk(
		tree,
		reviewOf(tree)
			.suggest('src/list.txt', 2, ['item two'], {body: 'In words.\n\n- one\n- two'})
			.suggest('src/list.txt', 2, ['item II'], {body: 'Roman.'})
			.comment('notes.md', 3, `A long comment. ${'More of it. '.repeat(90)}`)
			.save(),
	);
	const steps = fc.array(fc.oneof(pressed, windows), {minLength: 3, maxLength: 12});
	await fc.assert(
		fc.asyncProperty(steps, async taken => {
			const app = await mountOnTerminal(desk.tree, size);
			let window = size;
			for (const step of taken) {
				if (typeof step === 'string') await app.press(step);
				else {
					window = step;
					await app.resize(step);
				}
			}
			const shown = app.frame();
			app.end();
			const again = await mountOnTerminal(desk.tree, window);
			expect(shown).toBe(again.frame());
			again.end();
		}),
		{numRuns: 25},
	);
});

test.each([true, false])('a cursor within a row moves nothing of the frame; full screen: %s', async isFullscreen => {
	const tree = workTree();
	const desk = await openDesk(tree, reviewOf(tree).comment('notes.md', 3, 'A comment.').save());
	const window = new Terminal({cols: 80, rows: 24, allowProposedApi: true, convertEol: true});
	await new Promise<void>(resolve => window.write('$ pr-resolve review\njj', resolve));
	const app = await mountOnTerminal(desk.tree, size, {window, isFullscreen});
	expect(app.frame()).toBe(frameOf(desk.state()));
});

test('below a prompt, nothing is erased from the first cell of the window on: tmux would keep a copy of each frame', async () => {
	const tree = workTree();
	const desk = await openDesk(tree, reviewOf(tree).comment('notes.md', 3, 'A comment.').save());
	const window = new Terminal({cols: 80, rows: 24, allowProposedApi: true, convertEol: true});
	const erasedFrom: string[] = [];
	window.parser.registerCsiHandler({final: 'J'}, () => {
		const {cursorX, cursorY} = window.buffer.active;
		erasedFrom.push(`${cursorX},${cursorY}`);
		return false;
	});
	const app = await mountOnTerminal(desk.tree, size, {window, isFullscreen: false});
	await app.press('/');
	await app.resize({columns: 80, rows: 20});
	await app.press('\r');
	await app.resize({columns: 80, rows: 30});
	app.instance.unmount();
	await new Promise<void>(resolve => window.write('', resolve));
	expect(app.frame()).toBe(frameOf(desk.state()));
	expect(erasedFrom.length).toBeGreaterThan(0);
	expect(erasedFrom).not.toContain('0,0');
});

const height = fc.integer({min: 12, max: 40});
const field = fc.constantFrom('/', '\r');

test.each([
	['leaves nothing of older frames', height, (above: readonly string[]) => above],
	[
		'takes nothing of what stood there, with an open field too',
		fc.oneof(height, field),
		(above: readonly string[]) => above.slice(0, 60),
	],
])('below a prompt, a new height %s', async (_, step, seen) => {
	const tree = workTree();
	const desk = await openDesk(tree, reviewOf(tree).comment('notes.md', 3, 'A comment.').save());
	const stood = Array.from({length: 60}, (_, at) => `stood ${at}`);
	await fc.assert(
		fc.asyncProperty(fc.array(step, {minLength: 1, maxLength: 10}), async taken => {
			const window = new Terminal({cols: 80, rows: 24, allowProposedApi: true, convertEol: true});
			window.write(`${stood.join('\n')}\n`);
			const app = await mountOnTerminal(desk.tree, size, {window, isFullscreen: false});
			for (const each of [...taken, 41]) {
				if (typeof each === 'string') await app.press(each);
				else await app.resize({columns: 80, rows: each});
			}
			const {active} = window.buffer;
			const above = Array.from({length: active.baseY}, (_, at) => active.getLine(at)?.translateToString(true) ?? '');
			expect(seen(above)).toEqual(stood);
			app.end();
		}),
		{numRuns: 30},
	);
});
