import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {ledTo} from '../emulators/vendor/lead.ts';
import {afterwards, expectRestored, open} from '../helpers/app-terminal.ts';
import {perfect} from '../helpers/benchmark.ts';
import {anthropicModel, clientPrograms, localModel, openAiModel} from '../helpers/models.ts';
import {eventually} from '../helpers/wait.ts';
import {plainFolder} from '../helpers/work-tree.ts';

const args = (providers: readonly string[], iterations: number, ...more: readonly string[]) => [
	...['bench', '--providers', ...providers, '--iterations', `${iterations}`, '--warmup', '1'],
	...(more.includes('--output') ? [] : ['--output', 'report.md']),
	...more,
];

test('all five providers: confirm, sort, pause, skip one; the report equals that of a run without a screen', async () => {
	const folder = plainFolder();
	const answer = {explanation: '', verdict: 'no-change', changes: [], confidence: 0.8};
	const local = await localModel({answer: perfect, latencyMs: 150});
	const [openai, anthropic] = [await openAiModel({answer: perfect}), await anthropicModel({answer: perfect})];
	const programs = clientPrograms(folder, {claude: {name: 'success', answer}, codex: {name: 'success', answer}});
	const providers = ['ollama', 'claude-cli', 'codex-cli', 'openai', 'anthropic'];
	const env = {...ledTo(local, openai, anthropic, programs), LANG: 'C.UTF-8'};
	const terminal = open(folder, args(providers, 6), {env, shell: afterwards});
	await terminal.waitFor('Send 35 requests to 5 providers?');
	expect(terminal.screen()).toMatch(/14 of them are billed: about \$0\.\d+ of a \$5\.00 budget/);
	expect([openai, anthropic, local].flatMap(service => service.asks())).toEqual([]);
	await terminal.answer('Send 35 requests to 5 providers?', 'y');
	await terminal.waitFor(/ollama qwen2\.5-coder:7b +[1-5]\/6/);
	terminal.press('p');
	await terminal.waitFor(/ {2}paused $|paused\n/m);
	terminal.press('sss');
	await terminal.waitFor('by P95');
	terminal.press('Gx');
	await terminal.answer('Skip anthropic claude-sonnet-5-5 (low)?', 'y');
	await terminal.waitFor('skipping anthropic');
	// What was out comes in; after that nothing is asked, however much goes on at the screen.
	const done = () => Number(/ollama qwen2\.5-coder:7b +(\d)\/6/.exec(terminal.screen())?.[1]);
	await eventually(() => expect(done()).toBe(local.asks().length - 1));
	const asked = local.asks().length;
	for (const key of ['by errors', 'by cost']) {
		terminal.press('s');
		await terminal.waitFor(key);
	}
	expect(local.asks()).toHaveLength(asked);
	terminal.press('w');
	await terminal.waitFor('report so far written');
	expect(folder.read('report.md')).toContain('it was still running when this was written');
	terminal.press('p');
	await terminal.waitFor('partial report written');
	expect(terminal.screen()).toMatch(/^ quality +\S.*: 100\.0% right, 6 of 6 answers/m);
	expect(terminal.screen()).toMatch(/anthropic claude-sonnet-5-5 \(\S+ +skipped 0/);
	terminal.press('q');
	await terminal.ended;
	expect(terminal.screen()).toMatch(/code 0/);
	expect(terminal.screen()).toContain('Report: report.md (partial; continue with --resume)');
	expectRestored(terminal);
	expect([local, openai, anthropic].map(service => service.asks().length)).toEqual([7, 7, 0]);
	const report = folder.read('report.md');
	for (const id of ['ollama', 'claude-cli', 'codex-cli', 'openai']) expect(report).toContain(`| \`${id}\` |`);
	expect(report).toContain('`anthropic claude-sonnet-5-5 (low)` stopped after 0 requests (person): skipped');
	expect(existsSync(join(folder.root, 'report.svg'))).toBe(true);
});

test('Ctrl-C ends the benchmark with a partial report; a second Ctrl-C leaves', async () => {
	const folder = plainFolder();
	const service = await localModel({answer: perfect, latencyMs: 60});
	const terminal = open(folder, args(['ollama'], 60), {env: ledTo(service), shell: afterwards});
	await terminal.waitFor(/[2-9]\/60/);
	terminal.press('\x03');
	await terminal.waitFor('partial report written');
	expect(folder.read('report.md')).toContain('**This report is partial.**');
	terminal.press('q');
	await terminal.ended;
	expect(terminal.screen()).toContain('code 130');
	expectRestored(terminal);
	const {code, json} = await folder.run(args(['ollama'], 60, '--resume', '--json'), {env: ledTo(service)});
	expect([code, json]).toMatchObject([0, {partial: false, providers: [{figures: {success: {hits: 60, of: 60}}}]}]);
});

test('reports requested at once are written one after the other', async () => {
	const folder = plainFolder();
	const service = await localModel({answer: perfect, latencyMs: 60});
	const terminal = open(folder, args(['ollama'], 60), {env: ledTo(service), shell: afterwards});
	await terminal.waitFor(/[2-9]\/60/);
	terminal.press('wwwwwwww\x03');
	await terminal.waitFor('partial report written');
	terminal.press('q');
	await terminal.ended;
	expect(terminal.screen()).toContain('code 130');
	expect(folder.read('report.md')).toContain('**This report is partial.**');
});

test('a signal from outside leaves a report and a restored terminal', async () => {
	const folder = plainFolder();
	const service = await localModel({answer: perfect, latencyMs: 60});
	const shell = '"$@" < /dev/tty & echo $! > pid; wait $!; echo "code $?"; stty -a';
	const terminal = open(folder, args(['ollama'], 60), {env: ledTo(service), shell});
	await terminal.waitFor(/[2-9]\/60/);
	process.kill(Number(folder.read('pid')), 'SIGTERM');
	await terminal.ended;
	expect(terminal.screen()).toContain('code 130');
	expect(folder.read('report.md')).toContain('**This report is partial.**');
	expectRestored(terminal);
});

test('"no" sends nothing; without full screen, messages are below the frame', async () => {
	const folder = plainFolder();
	const service = await openAiModel({answer: perfect});
	const size = {columns: 60, rows: 20};
	const given = args(['openai'], 6, '--no-fullscreen');
	const terminal = open(folder, given, {env: ledTo(service), shell: afterwards, ...size});
	await terminal.answer('Send 7 requests to 1 provider?', '\r');
	await terminal.waitFor('nothing was sent; press b to start or q to quit');
	terminal.press('q');
	await terminal.ended;
	expect(terminal.screen()).toMatch(/q quit\nNothing was sent\.$/m);
	expect(terminal.raw()).not.toContain('\x1b[?1049h');
	expect(terminal.screen()).toContain('code 3');
	expect([service.asks(), existsSync(join(folder.root, 'report.md'))]).toEqual([[], false]);
});

test('an error before the start is shown on the normal screen', async () => {
	const folder = plainFolder();
	const terminal = open(folder, ['bench', '--dataset', 'none.json'], {shell: afterwards});
	await terminal.ended;
	expect(terminal.screen()).toContain('none.json');
	expect(terminal.screen()).toContain('code 2');
	expectRestored(terminal);
});

test('no screen if lines are requested, in CI, or on a dumb terminal', async () => {
	const folder = plainFolder();
	const service = await localModel({answer: perfect});
	const ways: readonly (readonly [flags: readonly string[], variables: Record<string, string>])[] = [
		[['--verbose'], {}],
		[['--screen-reader'], {}],
		[['--json'], {}],
		[[], {CI: 'true'}],
		[[], {TERM: 'dumb'}],
	];
	await Promise.all(
		ways.map(async ([flags, variables], index) => {
			const given = args(['ollama'], 3, ...flags, '--output', `report-${index}.md`);
			const terminal = open(folder, given, {env: {...ledTo(service), ...variables}});
			expect([flags, variables, await terminal.ended]).toEqual([flags, variables, 0]);
			expect(terminal.raw()).not.toContain('\x1b[?1049h');
			expect(terminal.screen()).toContain(`Report: report-${index}.md`);
		}),
	);
});
