import {PassThrough} from 'node:stream';
import {expect, test} from 'vitest';
import type {Invocation, Io} from '../../source/commands/command.ts';
import {terminalOf} from '../../source/commands/terminal.ts';
import {openLog} from '../../source/headless/log.ts';
import {makeProgress} from '../../source/headless/progress.ts';
import {openProgressPace} from '../../source/headless/progress-pace.ts';
import {showWaits} from '../../source/headless/status-line.ts';
import {outputTo} from '../../source/headless/terminal.ts';
import type {RunEvent} from '../../source/run/events.ts';
import type {Log} from '../../source/system/log-levels.ts';
import {openWaits} from '../../source/system/waits.ts';

test('a logged wait has a row of its own, and the line below is replaced by what follows', () => {
	let text = '';
	const stderr = outputTo({write: written => (text += written), isTTY: true, columns: 80});
	const {log} = openLog({level: 'WARNING', stderr, file: null, cwd: '/', now: () => 0});
	const progress = makeProgress({stderr, live: true, verbose: false}, {log, now: () => 0});
	progress.show({type: 'delivery-step', step: 'publish'});
	progress.show({type: 'wait', reason: 'shared limit on writes', ms: 93_000});
	progress.show({type: 'publishing', done: 1, of: 2, leftMs: 1000});
	progress.clear();
	const rows = text.split('\n').map(row => row.split('\r\u001b[K').at(-1));
	expect(rows).toEqual(['WARNING Shared limit on writes; retrying in 1 min 33 s', '']);
});

/** A run without a terminal, whose time only moves by hand. */
function unattended(level: 'INFO' | 'WARNING' = 'WARNING') {
	let [text, time] = ['', 0];
	const stderr = outputTo({write: written => (text += written)});
	const now = () => time;
	const {log} = openLog({level, stderr, file: null, cwd: '/', now});
	const terminal = {stderr, live: false, verbose: level === 'INFO', pace: openProgressPace(now)};
	return {
		terminal,
		progress: makeProgress(terminal, {log, now}),
		at: (seconds: number) => {
			time = 1000 * seconds;
		},
		now,
		rows: () => text.split('\n').slice(0, -1),
	};
}

test('without a terminal, progress is a line at most every 10 seconds', () => {
	const {progress, at, rows} = unattended();
	for (let done = 0; done < 24; done += 1) {
		at(done);
		progress.show({type: 'publishing', done, of: 24, leftMs: 1000 * (24 - done)});
	}
	expect(rows()).toEqual([
		'writing to the pull request: 10 of 24, about 14 s left',
		'writing to the pull request: 20 of 24, about 4 s left',
	]);
});

test('a short run writes none, and what the log has on stderr is not written twice', () => {
	const short = unattended();
	short.progress.show({type: 'delivery-step', step: 'publish'});
	expect(short.rows()).toEqual([]);
	const {progress, at, rows} = unattended('INFO');
	at(60);
	progress.show({type: 'delivery-step', step: 'publish'});
	expect(rows()).toHaveLength(1);
	at(61);
	progress.show({type: 'wait', reason: 'limit on writes', ms: 5000});
	expect(rows()[1]).toBe('WARNING Limit on writes; retrying in 5 s');
});

test('what is waited for is named after 5 seconds, then every 10', async () => {
	const {terminal, at, now, rows} = unattended();
	let tick = () => {};
	const waits = openWaits({
		now,
		every: (_, act) => {
			tick = act;
			return () => {};
		},
	});
	showWaits({...terminal, waits});
	const {promise, resolve} = Promise.withResolvers<void>();
	const work = waits.during('git fetch', () => promise);
	for (let second = 1; second <= 16; second += 1) {
		at(second);
		tick();
	}
	resolve();
	await work;
	expect(rows()).toEqual(['waiting for git fetch (5 s)', 'waiting for git fetch (15 s)']);
});

test.each([
	['WARNING', 'waiting for github.com (5 s)\n'],
	['ERROR', ''],
] as const)('at the log level %s, stderr shows a wait as "%s", and stdout never does', async (logLevel, shown) => {
	const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
	let tick = () => {};
	let time = 0;
	const now = () => time;
	const every = (_: number, act: () => void) => {
		tick = act;
		return () => {};
	};
	const waits = openWaits({now, every});
	const settings = {values: {logLevel}} as Invocation['settings'];
	const terminal = terminalOf({color: false, interactive: false, settings}, {
		...{stdin, stdout, stderr, now, waits},
		env: {},
	} as unknown as Io);
	const {show} = makeProgress(terminal, {log: () => {}, now});
	const {promise, resolve} = Promise.withResolvers<void>();
	const work = waits.during('github.com', () => promise);
	time = 5000;
	tick();
	time = 12_000;
	show({type: 'delivery-step', step: 'publish'});
	resolve();
	await work;
	expect([String(stdout.read() ?? ''), String(stderr.read() ?? '')]).toEqual(['', shown]);
});

const answering = (tokens: number, seconds: number) =>
	({type: 'answering', progress: {what: 'answer', tokens, ms: 1000 * seconds, rate: tokens > 0 ? 9.2 : null}}) as const;

test('while a model answers, the line of a terminal shows how far it is, and the log does not', () => {
	let text = '';
	const stderr = outputTo({write: written => (text += written), isTTY: true, columns: 80});
	const lines: string[] = [];
	const log: Log = (_, line) => lines.push(line);
	const progress = makeProgress({stderr, live: true, verbose: false}, {log, now: () => 0});
	const row = () => text.split('\r\u001b[K').at(-1);
	progress.show({type: 'answering', progress: {what: 'model', tokens: 0, ms: 12_000, rate: null}});
	expect(row()).toBe('waiting for the model: loading it, 12 s');
	progress.show(answering(0, 80));
	expect(row()).toBe('waiting for the model: no word yet, 80 s');
	progress.show(answering(412, 125));
	expect(row()).toBe('waiting for the model: 412 tokens, 9/s');
	progress.show({type: 'answering', progress: null});
	expect([row(), lines]).toEqual(['', []]);
});

test('without a terminal, a line every 10 seconds shows it', () => {
	const {progress, at, rows} = unattended();
	for (let second = 1; second <= 25; second += 1) {
		at(second);
		progress.show(answering(second < 5 ? 0 : second, second));
	}
	progress.show({type: 'answering', progress: null});
	expect(rows()).toEqual(['waiting for the model: 10 tokens, 9/s', 'waiting for the model: 20 tokens, 9/s']);
});

const asking = (questionMs: number | null): RunEvent => ({
	type: 'asking',
	provider: {provider: 'local', model: 'qwen2.5-coder:7b', address: 'http://127.0.0.1:11434'} as never,
	usesSubscription: false,
	questions: 14,
	estimateUsd: 0,
	questionMs,
	workers: 1,
});

test('while a model answers, the answers are counted, with the time that is left', () => {
	let [text, time] = ['', 0];
	const stderr = outputTo({write: written => (text += written), isTTY: true, columns: 80});
	const logged: string[] = [];
	const log: Log = (_, line) => logged.push(line);
	const {show} = makeProgress({stderr, live: true, verbose: false}, {log, now: () => time});
	const row = () => text.split('\r\u001b[K').at(-1);
	const answered = (seconds: number) => {
		time = 1000 * seconds;
		show({type: 'answered', finding: {path: 'src/a.ts', title: 'Rename this'}} as RunEvent);
	};
	show(asking(null));
	expect(row()).toBe('waiting for the model: 0 of 14');
	answered(3);
	expect(row()).toBe('waiting for the model: 1 of 14, 39 s left');
	for (const seconds of [6, 9, 12]) answered(seconds);
	time = 15_000;
	show({type: 'answering', progress: {what: 'answer', tokens: 412, ms: 3000, rate: 9.2}});
	expect(row()).toBe('waiting for the model: 4 of 14, 38 s left; 412 tokens, 9/s');
	answered(15);
	expect(row()).toBe('waiting for the model: 5 of 14, 27 s left');
	expect(logged.filter(line => line === 'src/a.ts: Rename this')).toHaveLength(5);
});

test('without a terminal, a line every 10 seconds counts them', () => {
	const {progress, at, rows} = unattended();
	progress.show(asking(6000));
	for (let done = 1; done <= 4; done += 1) {
		at(6 * done);
		progress.show({type: 'answered', finding: {path: 'a', title: 'b'}} as RunEvent);
	}
	expect(rows().filter(row => row.startsWith('waiting'))).toEqual([
		'waiting for the model: 2 of 14, 72 s left',
		'waiting for the model: 4 of 14, 60 s left',
	]);
});

test('a wait between two answers does not end the count', () => {
	const {progress, at, rows} = unattended();
	progress.show(asking(null));
	progress.show({type: 'wait', reason: 'the circuit breaker is open', ms: 5000});
	at(10);
	progress.show({type: 'answered', finding: {path: 'a', title: 'b'}} as RunEvent);
	expect(rows().at(-1)).toBe('waiting for the model: 1 of 14, 3 min left');
});
