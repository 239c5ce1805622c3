import {existsSync} from 'node:fs';
import {describe, expect, test} from 'vitest';
import {goodToken} from '../emulators/github/server.ts';
import {ledTo} from '../emulators/vendor/lead.ts';
import {changing} from '../emulators/vendor/obedient.ts';
import {afterwards, open} from '../helpers/app-terminal.ts';
import {localModel, openAiModel} from '../helpers/models.ts';
import {clone, savedIn, settingsPath} from '../helpers/wizard.ts';
import {reviewed} from './closing/publishing.ts';

const corrected = changing('greeting.js', "const greeting = 'Helo, world';", "const greeting = 'Hello, world';");

describe('the wizard as lines', () => {
	test('on a dumb terminal a model is pulled, tried and saved by numbers and words', async () => {
		const {tree, host} = await clone();
		const server = await localModel({models: [], lineMs: 50, answer: () => corrected});
		const terminal = open(tree, ['setup'], {env: {...host, ...ledTo(server), TERM: 'dumb'}});
		await terminal.waitFor('Text mode (TERM=dumb).');
		await terminal.waitFor('1. My code must not leave this machine');
		terminal.press('1\r');
		await terminal.waitFor(/1\. ollama: Ollama, model server on this machine\. Recommended:[\s\S]*privacy high/);
		terminal.press('1\r');
		await terminal.waitFor('Press Enter to download it');
		terminal.press('\r');
		await terminal.waitFor(/\d0%, [\d.]+ GB of/);
		await terminal.waitFor('the provider is ready');
		await terminal.waitFor('-- ollama: GPU');
		terminal.press('\r');
		await terminal.answer('1. Send the test request', '1\r');
		await terminal.waitFor('answered by');
		terminal.press('\r');
		await terminal.answer('1. Save the settings', '1\r');
		await terminal.waitFor('pr-resolve is set up.');
		terminal.press('\r');
		expect(await terminal.ended).toBe(0);
		expect(terminal.screen()).toContain('the same as a command: pr-resolve apply --llm-preset ollama-local');
		expect(terminal.raw()).not.toMatch(/\x1b\[/);
		expect(savedIn(tree)).toEqual({llm: {enabled: true, provider: 'local'}});
	});

	test('a key and the rest of its input are never echoed', async () => {
		const {tree, host} = await clone();
		const server = await openAiModel({answer: () => corrected});
		const env = {...host, ...ledTo({env: {}, origins: server.origins})};
		const terminal = open(tree, ['setup', 'openai', '--screen-reader'], {env, shell: afterwards});
		await terminal.waitFor('Key for openai (not shown)');
		const [head, tail] = [server.key.slice(0, -3), server.key.slice(-3)];
		// One letter too many is rubbed out; two more lines come with the paste.
		terminal.press(`${head}x\x7f${tail}\rhunter2\r\r`);
		await terminal.answer(/the provider is ready[\s\S]*q: quit/, 'q\r');
		await terminal.answer('2. Leave without saving', '2\r');
		for (const secret of [head, tail, 'hunter2']) expect(terminal.raw()).not.toContain(secret);
		await terminal.waitFor('code 3');
		await terminal.ended;
		expect(terminal.screen()).toMatch(/[ ;]icanon\b[\s\S]* echo\b/);
	});

	test.each([
		['while a key is typed', ['openai'], '(not shown)'],
		['at a menu', [], 'None of these'],
	])('Ctrl-C %s leaves with 130', async (_, provider, shown) => {
		const {tree, host} = await clone();
		const server = await openAiModel();
		const env = {...host, ...ledTo({env: {}, origins: server.origins})};
		const terminal = open(tree, ['setup', ...provider, '--screen-reader'], {env});
		await terminal.waitFor(shown);
		terminal.press('\x03');
		expect(await terminal.ended).toBe(130);
		expect(existsSync(settingsPath(tree))).toBe(false);
	});

	test('setup without a model is a choice, and is saved after "yes"', async () => {
		const {tree, host} = await clone();
		const terminal = open(tree, ['setup', '--screen-reader'], {env: host});
		await terminal.waitFor('6. No model, only GitHub');
		terminal.press('6\r');
		await terminal.waitFor('1. Save the settings');
		expect(terminal.screen().replace(/\s+/g, '')).toContain(settingsPath(tree));
		expect(existsSync(settingsPath(tree))).toBe(false);
		await terminal.answer('1. Save the settings', '1\r');
		await terminal.waitFor('pr-resolve is set up, without a model.');
		terminal.press('\r');
		expect(await terminal.ended).toBe(0);
		expect(savedIn(tree)).toEqual({llm: {enabled: false}});
	});

	test('what the token may not do is said at the end, and keeps no one from it', async () => {
		const tokens = {[goodToken]: {login: 'ann', scopes: null, permissions: {contents: 'read' as const}}};
		const repositories = [{nameWithOwner: 'octo/app', roles: {ann: 'read' as const}}];
		const {tree, gitHub} = await reviewed([3], {host: {tokens, repositories}});
		const terminal = open(tree, ['setup', '--screen-reader'], {env: gitHub.env});
		await terminal.answer('6. No model, only GitHub', '6\r');
		await terminal.answer('1. Save the settings', '1\r');
		await terminal.waitFor('pr-resolve is set up, without a model.');
		await terminal.waitFor(/Warning: push: the token may not push to octo\/app, branch feature/);
		await terminal.waitFor('Warning: resolve: the token may not resolve threads of octo/app#7');
		terminal.press('\r');
		expect(await terminal.ended).toBe(0);
	});
});
