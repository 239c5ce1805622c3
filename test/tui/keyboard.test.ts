import {EventEmitter} from 'node:events';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {Keyboard} from '../../source/tui/keyboard.ts';
import {mouseReader} from '../../source/tui/mouse.ts';

/** A keyboard, what Ink reads from it, and the reports of the terminal. */
function open() {
	const waiting: Buffer[] = [];
	const source = Object.assign(new EventEmitter(), {read: () => waiting.shift() ?? null, setRawMode: () => {}});
	const reports: string[] = [];
	const mouse: string[] = [];
	const focus: string[] = [];
	const reads: string[] = [];
	const keyboard = new Keyboard(source, {
		onAnswer: report => void reports.push(report),
		onMouse: report => void mouse.push(report),
		onFocus: () => void focus.push('focus'),
	});
	keyboard.on('readable', () => {
		for (let text = keyboard.read(); text !== null; text = keyboard.read()) reads.push(text);
	});
	const send = (bytes: Buffer | string) => {
		waiting.push(Buffer.from(bytes as string));
		source.emit('readable');
	};
	return {reads, reports, mouse, focus, send};
}

const dark = 'rgb:1e1e/1e1e/2e2e';

const key = fc.constantFrom(
	'j',
	' ',
	'\r',
	'\x7f',
	'é',
	'漢',
	'👩‍💻',
	'\x1b',
	'\x1b[A',
	'\x1bOB',
	'\x1b[1;5C',
	'\x1b[200~a ]1 b\x1b[201~',
);
const answer = fc.constantFrom(`\x1b]11;${dark}\x1b\\`, `\x1b]11;${dark}\x07`, '\x1b]11;rgba:ff/ff/ff/ff\x07');

const report = fc.constantFrom('\x1b[<0;12;5M', '\x1b[<0;12;5m', '\x1b[<65;100;200M', '\x1b[M!"#', '\x1b[I');

test('an answer or a report of the terminal is no key, wherever it comes and however it is split', () => {
	const keys = fc.array(key, {minLength: 1, maxLength: 6}).map(all => Buffer.from(all.join('')));
	const places = fc.array(fc.tuple(fc.nat(), fc.oneof(answer, report)), {maxLength: 4});
	fc.assert(
		fc.property(keys, places, fc.array(fc.nat(), {maxLength: 8}), (typed, answers, cuts) => {
			const sorted = answers.map(([at, text]) => [at % (typed.length + 1), text] as const).sort(([a], [b]) => a - b);
			const bytes = Buffer.concat([
				...sorted.map(([at, text], index) =>
					Buffer.concat([typed.subarray(sorted[index - 1]?.[0] ?? 0, at), Buffer.from(text)]),
				),
				typed.subarray(sorted.at(-1)?.[0] ?? 0),
				// After it nothing is held any more.
				Buffer.from('x'),
			]);
			const {reads, reports, mouse, focus, send} = open();
			const ends = [...cuts.map(cut => cut % bytes.length), bytes.length].sort((a, b) => a - b);
			for (const [index, end] of ends.entries()) send(bytes.subarray(ends[index - 1] ?? 0, end));
			expect(reads.join('')).toBe(`${typed.toString()}x`);
			expect(reports.length + mouse.length + focus.length).toBe(answers.length);
		}),
		{numRuns: 2000},
	);
});

test('the report is what the terminal said', () => {
	const {reports, send} = open();
	send(`\x1b]11;${dark}\x1b\\`);
	expect(reports).toEqual([`11;${dark}`]);
});

test.each([
	['a lone Esc', ['\x1b'], ['\x1b']],
	['Esc, and the rest of an answer long after it', ['\x1b', `]11;${dark}\x1b\\j`], ['\x1b', 'j']],
	['Esc, then a bracket', ['\x1b', ']', 'x'], ['\x1b', ']', 'x']],
	['an answer cut after its bracket', ['\x1b]', `11;${dark}\x07`, 'j'], ['j']],
	['an answer that a key ends', ['\x1b]11;rgb:00', 'j', 'k'], ['j', 'k']],
	['an answer that an arrow ends', ['\x1b]11;rgb:00', '\x1b', '[A'], ['\x1b[A']],
	['Esc, and the rest of a report long after it', ['\x1b', '[<0;1;1M', 'j'], ['\x1b', 'j']],
	['a report with an answer in it', ['\x1b[<0;1', `\x1b]11;${dark}\x07`, ';1M', 'j'], ['j']],
	['a report that a key ends', ['\x1b[<0;1', 'j'], ['j']],
	['an arrow in pieces', ['\x1b', '[', 'A'], ['\x1b', '[', 'A']],
	['Alt and a bracket', ['\x1b]', 'x'], ['\x1b]x']],
])('%s, with pauses', async (_, chunks, expected) => {
	const {reads, send} = open();
	for (const chunk of chunks) {
		send(chunk);
		await new Promise(resolve => setTimeout(resolve, 100));
	}
	expect(reads).toEqual(expected);
});

test('a click is a button that is released where it was pressed', () => {
	const read = mouseReader();
	const seen = (...reports: string[]) => reports.map(read).filter(met => met !== null);
	expect(seen('0;3;2M', '0;3;2m')).toEqual([{kind: 'click', column: 2, row: 1}]);
	expect(seen('0;3;2M', '0;9;2m', '0;9;2m')).toEqual([]);
	expect(seen('2;3;2M', '2;3;2m', '4;3;2M', '4;3;2m', '32;3;2M', '66;3;2M')).toEqual([]);
	expect(seen('64;1;1M', '65;10;20M')).toEqual([
		{kind: 'wheel-up', column: 0, row: 0},
		{kind: 'wheel-down', column: 9, row: 19},
	]);
	expect(seen('', '!"#', '0;3M')).toEqual([]);
});

test('the focus is told when the window gets it, and is no key', () => {
	const {focus, mouse, reads, send} = open();
	send('a\x1b[');
	send('Ib\x1b[O\x1b[Ic');
	expect([focus, mouse, reads.join('')]).toEqual([['focus', 'focus'], [], 'abc']);
});

test('Ctrl-C ends a paste whose end was lost, and none that goes on', () => {
	const lost = open();
	for (const bytes of ['\x1b[20', '0~two', 'j', '\x03']) lost.send(bytes);
	expect(lost.reads.join('')).toBe('\x1b[200~twoj\x1b[201~\x03');
	const whole = open();
	for (const bytes of ['\x1b[200~a\x03b', 'c\x1b[201', '~', '\x03']) whole.send(bytes);
	expect(whole.reads.join('')).toBe('\x1b[200~a\x03bc\x1b[201~\x03');
});
