import {chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {ledTo} from '../emulators/vendor/lead.ts';
import {changing} from '../emulators/vendor/obedient.ts';
import {afterwards, expectRestored, open} from '../helpers/app-terminal.ts';
import {anthropicModel, clientPrograms, localModel, openAiModel} from '../helpers/models.ts';
import type {Terminal} from '../helpers/terminal.ts';
import {clone, savedIn, settingsPath} from '../helpers/wizard.ts';

const coder = 'qwen2.5-coder:7b';
const down = '\x1b[B';
const esc = '\x1b';
const corrected = changing('greeting.js', "const greeting = 'Helo, world';", "const greeting = 'Hello, world';");

/** From the provider that is ready to the question that is answered; a provider that was named comes before the host. */
async function throughTheHost(terminal: Terminal): Promise<void> {
	await terminal.answer('the provider is ready', '\r');
	await terminal.waitFor('GitHub is ready');
	terminal.press('\r');
	await throughTheRequest(terminal);
}

async function throughTheRequest(terminal: Terminal): Promise<void> {
	await terminal.answer('Send the test request', '\r');
	await terminal.waitFor(/✓ ok\n[\s\S]*answered by/);
	terminal.press('\r');
}

async function save(terminal: Terminal): Promise<void> {
	await terminal.answer('Save the settings', '\r');
	await terminal.waitFor('pr-resolve is set up.');
	terminal.press('\r');
}

test('ollama: pull a model, cancel, continue, test it; then everything is ready without the app', async () => {
	const {tree, host} = await clone();
	const server = await localModel({models: [], lineMs: 150, onGpu: 0, answer: () => corrected});
	const env = {...host, ...ledTo(server), LANG: 'C.UTF-8'};
	const terminal = open(tree, ['setup'], {env, shell: afterwards});
	await terminal.waitFor('My code must not leave this machine');
	terminal.press('\r');
	await terminal.waitFor('Recommended: Data does not leave the machine.');
	terminal.press('\r');
	await terminal.waitFor('model: needs you');
	expect(terminal.screen()).toContain(`ollama pull ${coder}`);
	expect(terminal.screen()).toContain('8 GB VRAM');
	terminal.press('\r');
	await terminal.waitFor(/\[█+░+\] +\d+%[\s\S]* GB of 4\.\d GB +[\d.]+ MB\/s +\d+ s left/);
	terminal.press(esc);
	await terminal.waitFor(/stopped at \d+%; press Enter to continue/);
	expect(server.installed()).toEqual([]);
	const kept = server.library.completed(coder);
	expect(kept).toBeGreaterThan(0);
	terminal.press('\r');
	await terminal.answer('the provider is ready', '\r');
	await throughTheRequest(terminal);
	expect(server.installed()).toEqual([coder]);
	expect(server.requests.filter(({path}) => path === '/api/pull')).toHaveLength(2);
	await save(terminal);
	await terminal.ended;
	expect(terminal.screen()).toContain('code 0');
	expect(terminal.screen()).toContain('the same as a command: pr-resolve apply --llm-preset ollama-local');
	expectRestored(terminal);
	expect(savedIn(tree)).toEqual({llm: {enabled: true, provider: 'local'}});
	const {code, stdout} = await tree.run(['setup'], {env});
	expect([code, stdout]).toEqual([0, expect.stringContaining('GPU not detected, using CPU inference')]);
});

test.each([
	['openai', 'api-a', openAiModel, 'sk', 'OPENAI_API_KEY', 'openai-api-mini', 3, 'file'],
	['anthropic', 'api-b', anthropicModel, 'sk-ant-api03', 'ANTHROPIC_API_KEY', 'anthropic-api-balanced', 4, 'nowhere'],
] as const)(
	'%s: a wrong key is corrected and kept',
	async (name, id, start, prefix, variable, preset, downs, place) => {
		const wrong = [prefix, 'wrong', 'w'.repeat(20)].join('-');
		const {tree, host} = await clone();
		const server = await start({answer: () => corrected});
		const env = {...host, ...ledTo({env: {}, origins: server.origins}), LANG: 'C.UTF-8'};
		const terminal = open(tree, ['setup'], {env});
		await terminal.waitFor('My code must not leave this machine');
		// All keys at once: three down, Enter.
		terminal.press(`${down.repeat(3)}\r`);
		await terminal.waitFor('Recommended: You pay for what you use');
		// The advice has the cursor: from openai to the one that is wanted.
		terminal.press(`${down.repeat(downs - 3)}\r`);
		await terminal.waitFor(`Key for ${name}:`);
		expect(terminal.screen()).toContain(`There is no API key`);
		terminal.press(`${wrong}\r`);
		await terminal.waitFor(/nvalid[\s\S]*as typed/);
		expect(server.requests).toHaveLength(1);
		terminal.press(`\x1b[200~\n  ${server.key}\nand more\nof it\n\x1b[201~`);
		// The line ends of the paste have submitted nothing: the field took its first line and is still open.
		const pasted = new RegExp(`Key for \\w+: •{${server.key.length}}(?!•)`);
		await terminal.waitFor(pasted);
		expect(server.requests).toHaveLength(1);
		await terminal.answer(pasted, '\r');
		await terminal.answer('the provider is ready', '\r');
		await throughTheRequest(terminal);
		await terminal.answer('Where should pr-resolve store the key?', place === 'file' ? `${down}\r` : '\r');
		await save(terminal);
		expect(await terminal.ended).toBe(0);
		const given = place === 'file' ? '' : `${variable}=... `;
		expect(terminal.screen()).toContain(`the same as a command: ${given}pr-resolve apply --llm-preset ${preset}`);
		for (const secret of [server.key, wrong]) {
			expect(terminal.raw()).not.toContain(secret);
			expect(readFileSync(settingsPath(tree), 'utf8')).not.toContain(secret);
		}
		expect(savedIn(tree)).toEqual({llm: {enabled: true, provider: id}});
		const keys = join(tree.home, '.config/pr-resolve/keys.json');
		expect(existsSync(keys) && readFileSync(keys, 'utf8').includes(server.key)).toBe(place === 'file');
		const {code} = await tree.call(['setup'], {env});
		expect(code).toBe(place === 'file' ? 0 : 4);
	},
);

describe('clients', () => {
	test('claude: the login runs here, in the terminal, and is seen', async () => {
		const {tree, host} = await clone();
		const programs = clientPrograms(tree, {claude: {name: 'success', answer: corrected}});
		const state = join(tree.home, 'programs-state');
		copyFileSync(join(state, 'claude.cases'), join(state, 'logged-in'));
		programs.set('claude', 'not-logged-in');
		const folder = join(tree.home, 'login');
		mkdirSync(folder);
		writeFileSync(
			join(folder, 'claude'),
			`#!/bin/sh
if [ "$1 $2" != "auth login" ]; then exec env -u PWD "${programs.path}/claude" "$@"; fi
printf 'Paste the code: '
sleep 0.5
read code
test "$code" = 123 && cp "${state}/logged-in" "${state}/claude.cases"
`,
		);
		chmodSync(join(folder, 'claude'), 0o755);
		const path = `${folder}:${programs.env.PATH}`;
		const env = {...host, ...ledTo(programs), LANG: 'C.UTF-8', PATH: path};
		const terminal = open(tree, ['setup', 'claude-cli'], {env});
		await terminal.waitFor('login: needs you');
		expect(terminal.screen()).toContain('claude auth login');
		terminal.press('!');
		await terminal.waitFor('Paste the code:');
		// Its Ctrl-C is its own.
		terminal.press('\x03');
		await terminal.waitFor(/Press Enter to run the command[\s\S]*claude auth login exited with/);
		// The whole screen is back, whatever the program had left.
		expect(terminal.screen()).toMatch(/^pr-resolve {2}setup/);
		terminal.press('\r');
		await terminal.waitFor(/(?:Paste the code:[\s\S]*){2}/);
		terminal.press('123\r');
		await throughTheHost(terminal);
		await save(terminal);
		expect(await terminal.ended).toBe(0);
		expect(savedIn(tree)).toEqual({llm: {enabled: true, provider: 'cli-a'}});
	});

	test.each(['codex', 'copilot'] as const)('%s: a login made elsewhere meanwhile is seen by r', async program => {
		const {tree, host} = await clone();
		const programs = clientPrograms(tree, {[program]: 'not-logged-in'});
		const env = {...host, ...ledTo(programs), LANG: 'C.UTF-8', ...(program === 'copilot' && {CR_LLM_CLIENT: program})};
		const terminal = open(tree, ['setup', 'codex-cli'], {env});
		await terminal.waitFor('login: needs you');
		expect(terminal.screen()).toContain(`${program} login`);
		programs.set(program, {name: 'success', answer: corrected});
		terminal.press('r');
		await throughTheHost(terminal);
		await save(terminal);
		expect(await terminal.ended).toBe(0);
		expect(savedIn(tree)).toMatchObject({llm: {enabled: true, provider: 'cli-b'}});
	});

	test('a missing client is reported with the command to install it', async () => {
		const {tree, host} = await clone();
		const terminal = open(tree, ['setup', 'claude-cli'], {env: {...host, LANG: 'C.UTF-8'}});
		await terminal.waitFor('program: needs you');
		expect(terminal.screen()).toContain('npm install -g @anthropic-ai/claude-code');
		terminal.press('q');
		await terminal.answer('Leave without saving', `${down}\r`);
		expect(await terminal.ended).toBe(1);
		expect(terminal.screen()).toContain('nothing was saved');
	});
});

/** The review is there, and is left again. */
async function intoTheReview(terminal: Terminal): Promise<void> {
	await terminal.waitFor(/findings/);
	terminal.press('\x03\x03');
	expect(await terminal.ended).toBe(130);
}

describe('without a model', () => {
	const throughTheSaving = async (terminal: Terminal) => {
		await terminal.answer('Save the settings', '\r');
		await terminal.waitFor('pr-resolve is set up, without a model.');
		terminal.press('\r');
		expect(await terminal.ended).toBe(0);
		expect(terminal.screen()).toContain('set up with no model:');
	};

	test('the token comes first; GitHub alone is an answer', async () => {
		const {tree, host} = await clone();
		const terminal = open(tree, ['setup'], {env: host});
		await terminal.waitFor('My code must not leave this machine');
		await terminal.waitFor(/token +ok/);
		// The last line of the menu.
		terminal.press('\x1b[A\r');
		await terminal.waitFor('You chose no model');
		expect(existsSync(settingsPath(tree))).toBe(false);
		await throughTheSaving(terminal);
		expect(savedIn(tree)).toEqual({llm: {enabled: false}});
	});

	test('an unavailable provider is not a dead end', async () => {
		const {tree, host} = await clone();
		const env = {...host, LOCAL_BASE_URL: 'http://127.0.0.1:9'};
		const terminal = open(tree, ['setup', 'ollama'], {env});
		await terminal.waitFor('Press s to skip the model.');
		terminal.press('s');
		await throughTheSaving(terminal);
		expect(savedIn(tree)).toEqual({llm: {enabled: false}});
	});

	test('neither is a missing token', async () => {
		const {tree, host} = await clone();
		const terminal = open(tree, ['setup'], {env: {...host, GITHUB_TOKEN: ''}});
		await terminal.waitFor('token: needs you');
		await terminal.waitFor(/Press s\s[\s\S]*If you set a variable\s[\s\S]*start setup\s/);
		terminal.press('s');
		await terminal.waitFor('No model, only GitHub');
		// The last line of the menu.
		terminal.press('\x1b[A\r');
		await terminal.answer('Save the settings', '\r');
		await terminal.waitFor('The settings are saved, but setup is not complete.');
		terminal.press('\r');
		expect(await terminal.ended).toBe(4);
		expect(terminal.screen()).toMatch(/saved, with no model: .*\s+still to do: token: No token for github\.com/s);
	});
});

describe('the first run', () => {
	test('offers setup; "no" is remembered, and the review opens', async () => {
		const {tree, host} = await clone();
		const terminal = open(tree, [], {env: host, columns: 80});
		await terminal.waitFor('Run setup now');
		expect(terminal.screen()).toMatch(/ A model can\ndraft edits for other comments\.\n/);
		terminal.press('\r');
		await terminal.waitFor('Saved "no model" in');
		await intoTheReview(terminal);
		expect(savedIn(tree)).toEqual({llm: {enabled: false}});
		const second = open(tree, [], {env: host});
		await intoTheReview(second);
		expect(second.raw()).not.toContain('Run setup now');
	});

	test('"yes" opens setup; after leaving it the review opens', async () => {
		const {tree, host} = await clone();
		const terminal = open(tree, [], {env: host});
		await terminal.waitFor('Run setup now');
		terminal.press('yes\r');
		await terminal.waitFor('My code must not leave this machine');
		terminal.press('q');
		await intoTheReview(terminal);
		expect(terminal.screen()).toContain('nothing was saved');
		expect(existsSync(settingsPath(tree))).toBe(false);
	});

	test('if a variable sets a model, there is no offer', async () => {
		const {tree, host} = await clone();
		const terminal = open(tree, [], {env: {...host, CR_LLM_ENABLED: 'false'}});
		await intoTheReview(terminal);
		expect(terminal.raw()).not.toContain('Run setup now');
	});
});
