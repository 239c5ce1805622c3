import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test, vi} from 'vitest';
import {fault} from '../../emulators/github/faults.ts';
import {
	afterwards,
	expectEnded,
	leaveNextSteps,
	open as openTerminal,
	writePlanned,
} from '../../helpers/app-terminal.ts';
import type {Review} from '../../helpers/review-of.ts';
import type {Terminal} from '../../helpers/terminal.ts';
import {userSettings} from '../../helpers/user-settings.ts';
import {eventually} from '../../helpers/wait.ts';
import type {WorkTree} from '../../helpers/work-tree.ts';
import {clonesIn} from '../no-checkout/reading.ts';
import {servingInbox} from './serving.ts';

const first = {'src/list.txt': 'one\ntwo\nthree\n'};

/** Two pull requests of one repository and one of another; the newest is first. */
async function serve() {
	let web: Review | null = null;
	const served = await servingInbox([
		{
			repository: 'octo/app',
			number: 7,
			title: 'Spell numbers',
			updatedAt: '2026-11-23T10:00:00Z',
			files: first,
			review: review => review.suggest('src/list.txt', 2, ['second']).comment('src/list.txt', 3, 'Why three?'),
		},
		{repository: 'octo/app', number: 8, title: 'Nothing to see', updatedAt: '2026-11-22T10:00:00Z'},
		{
			repository: 'octo/web',
			number: 3,
			title: 'Rename entries',
			updatedAt: '2026-11-21T10:00:00Z',
			files: {'src/other.txt': 'a\nb\n'},
			review: review => {
				web = review.suggest('src/other.txt', 1, ['A']).suggest('src/other.txt', 2, ['B']);
			},
		},
	]);
	return {...served, web: () => web!};
}

type Served = Awaited<ReturnType<typeof serve>>;

const open = ({outside, env}: Served, args: readonly string[], tree = outside, more: NodeJS.ProcessEnv = {}) =>
	openTerminal(tree, args, {
		env: {...env, LANG: 'C.UTF-8', CR_LLM_ENABLED: 'false', ...more},
		shell: afterwards,
		columns: 80,
		rows: 24,
	});

/** The program's screen, as it is now: what is above the window is not part of it. */
const isSelected = (name: string) => new RegExp(`^> ${name} `, 'm');

/** The requests that read pull requests of the list. */
const wholeReadsOf = ({host}: Served) =>
	host.requests.flatMap(({document}) => /query (WholePullRequests?)\b/.exec(document)?.[1] ?? []);

const read = (terminal: Terminal) => terminal.waitFor(/octo\/web#3[^\n]*\n +2 to apply/);

test('Ctrl-C twice, and again where that ends nothing, leaves an inbox whose work does not end', async () => {
	const stuck = {NODE_OPTIONS: `--import=${join(import.meta.dirname, '../../tui/stuck-rm.mjs')}`};
	const served = await serve();
	const terminal = open(served, ['inbox'], served.outside, stuck);
	await read(terminal);
	const leave = () => {
		terminal.press('\x03\x03');
		expect(terminal.screen()).toContain('code 130');
	};
	await vi.waitFor(leave, {timeout: 60_000, interval: 500});
	await expectEnded(terminal, 130);
});

test('Enter opens the review without a checkout; q returns to the list, where that row is read again', async () => {
	const served = await serve();
	const terminal = open(served, ['inbox']);
	await terminal.waitFor(/octo\/app#7 {2}Spell numbers[^\n]*\n +1 to apply/);
	await read(terminal);
	terminal.press('jj');
	await terminal.waitFor(isSelected('octo/web#3'));
	terminal.press('\r');
	await terminal.waitFor(/pr-resolve {2}octo\/web#3 {2}Rename entries {3,}\+ 2 to apply/);
	served.web().suggest('src/other.txt', 1, ['AA']);
	terminal.press('q');
	await terminal.waitFor(/> octo\/web#3[^\n]*\n +1 to apply, 2 in conflict/);
	expect(wholeReadsOf(served)).toEqual(['WholePullRequests', 'WholePullRequest']);
	terminal.press('q');
	await expectEnded(terminal, 0);
	expect(terminal.screen()).toContain('octo/web#3: 2 findings');
	expect(terminal.screen()).not.toContain('octo/app#7');
});

test('on the branch of a pull request, Enter opens its review in the working tree, and only that one', async () => {
	const served = await serve();
	const tree = served.clone('octo/app', 'change-7');
	const terminal = open(served, ['inbox'], tree);
	await read(terminal);
	terminal.press('\r');
	await terminal.waitFor(/pr-resolve {2}octo\/app#7 {2}Spell numbers.* 1 to apply/);
	await writePlanned(terminal, 'Write 1 change to 1 file', 'What next?');
	await leaveNextSteps(terminal);
	await terminal.waitFor('wrote 1 change');
	expect(tree.read('src/list.txt')).toBe('one\nsecond\nthree\n');
	terminal.press('q');
	await terminal.waitFor(isSelected('octo/app#7'));
	terminal.press('j\r');
	await terminal.waitFor(/pr-resolve {2}octo\/app#8/);
	terminal.press('q');
	await terminal.waitFor(isSelected('octo/app#8'));
	terminal.press('q');
	await expectEnded(terminal, 0);
	expect(tree.git('status', '--porcelain', '--branch')).toContain('## change-7');
});

/** As if the last run had been killed while it wrote. */
function interruptRun(tree: WorkTree): void {
	const runs = join(tree.root, '.git/pr-resolve/runs');
	const record = join(runs, readdirSync(runs).at(-1)!, 'run.json');
	writeFileSync(record, readFileSync(record, 'utf8').replace(/"phase": ?"done"/, '"phase":"writing"'));
}

test('the list has the keyboard again after a question that keeps the review from being opened', async () => {
	const served = await serve();
	const tree = served.clone('octo/app', 'change-7');
	expect((await tree.call(['apply', '--yes', '--no-llm'], {env: served.env})).stdout).toContain('1 applied');
	interruptRun(tree);
	const terminal = open(served, ['inbox'], tree);
	await read(terminal);
	terminal.press('\r');
	await terminal.answer('Finish it, undo it, or stop here?', 's\r');
	await terminal.waitFor(isSelected('octo/app#7'));
	terminal.press('j');
	await terminal.waitFor(isSelected('octo/app#8'));
	terminal.press('q');
	await expectEnded(terminal, 0);
});

test('a review that is left before it was read is no failure; its row is read again', async () => {
	const served = await serve();
	const terminal = open(served, ['inbox']);
	await read(terminal);
	served.host.faults.on('ReviewThreads', fault.hang());
	terminal.press('\r');
	await terminal.waitFor('pr-resolve  reading the pull request');
	terminal.press('q');
	await eventually(() => expect(wholeReadsOf(served)).toEqual(['WholePullRequests', 'WholePullRequest']));
	await terminal.waitFor(/> octo\/app#7[^\n]*\n +1 to apply/);
	expect(terminal.screen()).not.toContain('stopped');
	terminal.press('q');
	await expectEnded(terminal, 0);
});

test('a row that cannot be read again after the review has the reason, and is exit code 1', async () => {
	const served = await serve();
	const terminal = open(served, ['inbox']);
	await read(terminal);
	terminal.press('\r');
	await terminal.waitFor(/pr-resolve {2}octo\/app#7 {2}Spell numbers.* 1 to apply/);
	served.host.faults.on('WholePullRequest', fault.badCredentials());
	terminal.press('q');
	await terminal.waitFor(/> octo\/app#7[^\n]*\n +Authentication failed/);
	await terminal.waitFor('1 pull request could not be read (i)');
	terminal.press('q');
	await expectEnded(terminal, 1);
});

test('what was listed before a failure stays beside it, can be opened, and is exit code 1', async () => {
	const served = await serve();
	served.host.faults.on('WholePullRequests', fault.secondaryLimit({retryAfter: 9000}));
	const terminal = open(served, ['inbox']);
	await terminal.waitFor(/The rate limit of \S+ was exceeded/);
	const screen = terminal.screen();
	expect(screen).toMatch(/octo\/app#7 {2}Spell numbers[^\n]*\n +not read yet/);
	expect(screen).toContain('octo/web#3  Rename entries');
	terminal.press('\r');
	await terminal.waitFor(/pr-resolve {2}octo\/app#7 {2}Spell numbers/);
	terminal.press('q');
	await terminal.waitFor(/> octo\/app#7[^\n]*\n +1 to apply/);
	terminal.press('q');
	await expectEnded(terminal, 1);
});

test('q while pull requests are read or one is opened ends at once and leaves nothing behind', async () => {
	const served = await serve();
	const {faults} = served.host;
	faults.on('WholePullRequests', fault.hang());
	const terminal = open(served, ['inbox']);
	await terminal.waitFor(/octo\/web#3[^\n]*\n +not read yet/);
	faults.on('HeadFiles', fault.hang());
	terminal.press('\r');
	await terminal.waitFor('opening octo/app#7');
	await eventually(() => expect(clonesIn(served.env.TMPDIR)).toHaveLength(3));
	terminal.press('q');
	await expectEnded(terminal, 0);
	expect(clonesIn(served.env.TMPDIR)).toEqual([]);
});

test('a review that was opened from the list keeps to the limits on writes that its settings choose', async () => {
	const served = await serve();
	served.pushed('octo/app', 'change-7');
	const terminal = open(served, ['inbox'], served.outside, {CR_STORE_URL: 'redis://127.0.0.1:1'});
	await read(terminal);
	terminal.press('\r');
	await terminal.waitFor(/pr-resolve {2}octo\/app#7 .* 1 to apply/);
	terminal.press('A');
	await terminal.answer('[ ] commit', '1');
	await terminal.waitFor('[x] commit');
	terminal.press('\r');
	await terminal.answer('y starts it', 'y');
	await terminal.waitFor('cannot be reached');
	expect(served.host.writes).toEqual([]);
});

test('in text mode, a number reads a pull request and open reviews it', async () => {
	const served = await serve();
	served.host.faults.on('search', fault.secondaryLimit({retryAfter: 1}));
	const terminal = open(served, ['inbox', '--screen-reader']);
	await terminal.waitFor('retrying in 1 s');
	await terminal.answer('Read; 2 of 3 have something to do.', '\r');
	await terminal.answer(/3\. octo\/web#3: Rename entries \(2 to apply; 2 open threads\)/, '/web\r');
	await terminal.answer('1 pull request; type list to see them', 'back\r');
	await terminal.answer('3 pull requests', 'r\r');
	await terminal.waitFor('listing again');
	await terminal.answer(/Read; 2 of 3[\s\S]*Read; 2 of 3 have something to do\./, 'n\r');
	await terminal.answer('octo/web#3: Rename entries (2 to apply; 2 open threads)', '1\r');
	await terminal.answer(/octo\/app#7\r?\nSpell numbers/, 'open 3\r');
	await terminal.answer(/2 findings, /, 'q\r');
	await terminal.waitFor(/octo\/web#3: Rename entries \(2 to apply[\s\S]*octo\/web#3: Rename entries \(2 to apply/);
	terminal.press('q\r');
	await terminal.ended;
	expect(terminal.screen()).toContain('code 0');
	expect(terminal.raw()).not.toContain('\x1b[?1049h');
});

test('in text mode, open reviews a pull request whatever key that has', async () => {
	const served = await serve();
	userSettings(served.outside, {keys: {inbox: {open: 'x', copy: 'enter'}}});
	const terminal = open(served, ['inbox', '--screen-reader']);
	await terminal.answer('Read; 2 of 3 have something to do.', 'open 3\r');
	await terminal.answer(/2 findings, /, 'q\r');
	await terminal.waitFor('octo/web#3: Rename entries (2 to apply');
	terminal.press('q\r');
	await terminal.ended;
	expect(terminal.screen()).toContain('code 0');
});

test('pull requests that change meanwhile are counted when the terminal gets the focus, with one search', async () => {
	const served = await serve();
	const terminal = open(served, ['inbox']);
	await read(terminal);
	await eventually(() => expect(terminal.screen()).not.toContain('reading'));
	const searches = () => served.host.requests.filter(({path}) => path.startsWith('/search/')).length;
	const before = searches();
	Object.assign(served.web().pullRequest.data, {updatedAt: '2026-11-23T11:00:00Z'});
	terminal.press('\x1b[I\x1b[I');
	await terminal.waitFor('1 pull request has changed; press r to read');
	expect(searches()).toBe(before + 1);
	terminal.press('r');
	await terminal.waitFor(/^> \S+#\d+[\s\S]*octo\/web#3|octo\/web#3/m);
	await eventually(() => expect(terminal.screen()).not.toContain('changed'));
	terminal.press('q');
	await expectEnded(terminal, 0);
});
