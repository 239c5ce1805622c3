import {chmod, mkdir, readdir, readFile, stat, symlink, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {type Changes, saveSettings} from '../../source/settings/save.ts';
import {sandbox} from './sandbox.ts';

const fresh: Changes = {
	llmEnabled: true,
	llmProvider: 'api-a',
	'api-a.model': 'mini',
	llmPreset: null,
	llmModel: null,
	llmApiKey: null,
};

async function saved(before: string | null, changes: Changes) {
	const {home, userFile, writeUser, resolve} = await sandbox();
	if (before !== null) await writeUser(before);
	const result = await saveSettings(changes, {HOME: home});
	return {result, userFile, resolve, content: JSON.parse(await readFile(userFile, 'utf8'))};
}

test('settings are written where they are read, readable by their owner only', async () => {
	const {result, userFile, content, resolve} = await saved(null, fresh);
	expect(result).toEqual({path: userFile, removed: []});
	expect(content).toEqual({llm: {enabled: true, provider: 'api-a', providers: {'api-a': {model: 'mini'}}}});
	expect((await stat(userFile)).mode & 0o777).toBe(0o600);
	expect((await stat(dirname(userFile))).mode & 0o777).toBe(0o700);
	expect((await resolve()).values).toMatchObject({llmEnabled: true, llmProvider: 'api-a', 'api-a.model': 'mini'});
	expect(await readdir(dirname(userFile))).toEqual(['config.json']);
});

test('other settings stay, in any spelling; removed ones are reported', async () => {
	const before = {
		mode: 'non-conflicts-only',
		'llm.preset': 'local-default',
		llm: {cost_budget: 2, model: '14b', providers: {openai: {model: 'nano'}, local: {model: '3b'}}},
	};
	const {result, content, resolve} = await saved(JSON.stringify(before), fresh);
	expect(content).toEqual({
		mode: 'non-conflicts-only',
		llm: {
			cost_budget: 2,
			providers: {local: {model: '3b'}, 'api-a': {model: 'mini'}},
			enabled: true,
			provider: 'api-a',
		},
	});
	expect(result.removed).toEqual(['llm.preset', 'llm.model']);
	expect((await resolve()).values).toMatchObject({costBudget: 2, llmProvider: 'api-a', 'local.model': '3b'});
});

test('a section whose last setting goes, goes too: an empty one would be no setting', async () => {
	const {content, resolve} = await saved('{"llm": {"preset": "api-a-mini"}, "mode": "all"}', {llmPreset: null});
	expect(content).toEqual({mode: 'all'});
	expect((await resolve()).values.mode).toBe('all');
});

test('a file that others could read is theirs no more, and a link stays a link', async () => {
	const {home, userFile} = await sandbox();
	const real = join(home, 'dotfiles.json');
	await writeFile(real, '{"mode": "all"}');
	await chmod(real, 0o644);
	await mkdir(dirname(userFile), {recursive: true});
	await symlink(real, userFile);
	await saveSettings({llmEnabled: true}, {HOME: home});
	expect(JSON.parse(await readFile(real, 'utf8'))).toEqual({mode: 'all', llm: {enabled: true}});
	expect((await stat(real)).mode & 0o777).toBe(0o600);
});

test.each([
	['{"mode": ', 'bad-settings-file'],
	['[]', 'bad-settings-file'],
])('a file that cannot be read is left alone: %s', async (before, code) => {
	const {home, userFile, writeUser} = await sandbox();
	await writeUser(before);
	await expect(saveSettings(fresh, {HOME: home})).rejects.toMatchObject({name: 'Failure', code});
	expect(await readFile(userFile, 'utf8')).toBe(before);
});

test('without a home, or with a folder in the way, it fails with a reason', async () => {
	await expect(saveSettings(fresh, {})).rejects.toMatchObject({name: 'Failure', code: 'no-home'});
	const {home} = await sandbox();
	await writeFile(join(home, '.config'), 'not a folder');
	await expect(saveSettings(fresh, {HOME: home})).rejects.toMatchObject({name: 'Failure', code: 'not-writable'});
});

test('settings that were saved are those that are read, over any others', async () => {
	const changes = fc.record<Changes>({
		llmProvider: fc.constantFrom('local', 'cli-a', 'cli-b', 'api-a', 'api-b'),
		costBudget: fc.double({min: 0, max: 1000, noNaN: true}),
		confidence: fc.double({min: 0, max: 1, noNaN: true}),
		llmEnabled: fc.boolean(),
		author: fc.uniqueArray(fc.constantFrom('octocat', 'hubot'), {minLength: 1}),
	});
	await fc.assert(
		fc.asyncProperty(changes, changes, async (first, second) => {
			const {home, resolve} = await sandbox();
			await saveSettings(first, {HOME: home});
			await saveSettings(second, {HOME: home});
			expect((await resolve()).values).toMatchObject(second);
		}),
		{numRuns: 25},
	);
});
