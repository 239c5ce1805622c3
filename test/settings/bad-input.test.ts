import {execFileSync} from 'node:child_process';
import {symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {Failure} from '../../source/failure.ts';
import {sandbox} from './sandbox.ts';

async function failure(result: Promise<unknown>): Promise<Failure> {
	const error = await result.then(
		() => null,
		(error: unknown) => error,
	);
	expect(error).toBeInstanceOf(Failure);
	expect(error).toMatchObject({kind: 'usage', exitCode: 2});
	return error as Failure;
}

const projectFiles: [title: string, name: string, text: string | Uint8Array, code: string, ...words: string[]][] = [
	['unknown key', '.pr-resolve.yaml', '\nmoed: all\n', 'unknown-setting', '"moed"', '.pr-resolve.yaml:2', '"mode"'],
	['unknown key', '.pr-resolve.toml', '# x\n\nmoed = "all"\n', 'unknown-setting', '"moed"', '.pr-resolve.toml:3'],
	['unknown key', '.pr-resolve.json', '{\n"moed": "all"\n}', 'unknown-setting', '"moed"', '.pr-resolve.json:2'],
	['unknown section', '.pr-resolve.yaml', 'a:\n  b:\n    c: 1\n', 'unknown-setting', '"a.b.c"', ':3'],
	['unknown section', '.pr-resolve.toml', '[a.b]\nc = 1\n', 'unknown-setting', '"a.b.c"', ':2'],
	['unknown section', '.pr-resolve.json', '{"a": {"b":\n {"c": 1}}}', 'unknown-setting', '"a.b.c"', ':2'],
	['empty section', '.pr-resolve.yaml', 'a: {}\n', 'unknown-setting', '"a"', ':1'],
	['prototype', '.pr-resolve.json', '{"__proto__": {"mode": "all"}}', 'unknown-setting', '"__proto__.mode"'],
	['prototype', '.pr-resolve.yaml', '__proto__: 1', 'unknown-setting', '"__proto__"'],
	['bad value', '.pr-resolve.yaml', 'mode: fast\n', 'bad-value', '"fast"', 'mode', ':1', 'all, conflicts-only'],
	['bad value', '.pr-resolve.json', '{"strategy": "prioriti"}', 'bad-value', '"priority"', 'priority, skip, ask'],
	['wrong type', '.pr-resolve.yaml', 'mode: [all]\n', 'bad-value', '["all"]'],
	['wrong type', '.pr-resolve.toml', 'mode = 2026-11-21\n', 'bad-value', 'mode'],
	['no value', '.pr-resolve.yaml', 'mode:\n', 'bad-value', 'null'],
	['forbidden trust', '.pr-resolve.yaml', '\ntrust: anyone\n', 'forbidden-setting', '"trust"', ':2', '--trust'],
	['forbidden author', '.pr-resolve.toml', 'trust_author = ["x"]', 'forbidden-setting', '--trust-author', ':1'],
	['forbidden path', '.pr-resolve.json', '{"log_file": "x"}', 'forbidden-setting', '--log-file', 'config.json'],
	['forbidden level', '.pr-resolve.yaml', 'log_level: DEBUG', 'forbidden-setting', '"log_level"'],
	[
		'too many patterns',
		'.pr-resolve.yaml',
		`path: [${Array.from({length: 101}, (_, index) => index)
			.map(index => `a${index}`)
			.join()}]`,
		'bad-value',
		'path',
		'up to 100',
	],
	[
		'long patterns',
		'.pr-resolve.yaml',
		`path: [${Array.from({length: 9}, (_, index) => `"${'*a'.repeat(120)}${index}"`)}]`,
		'bad-value',
		'path',
		'2000 in all',
	],
	['a long pattern', '.pr-resolve.yaml', `path: ["${'*a'.repeat(151)}"]`, 'bad-value', 'path', '300 characters'],
	['broken', '.pr-resolve.yaml', 'mode: all\nmode: dry-run\n', 'bad-settings-file', 'line 2'],
	['broken', '.pr-resolve.toml', 'mode = "all"\nmode = "all"\n', 'bad-settings-file', 'line 2'],
	['broken', '.pr-resolve.json', '{"mode": "all",\n "mode": "all"}', 'bad-settings-file', 'line 2', 'twice'],
	['broken', '.pr-resolve.yaml', 'mode: [all\n', 'bad-settings-file', 'line'],
	['broken', '.pr-resolve.toml', '\nmode = all\n', 'bad-settings-file', 'line 2'],
	['broken', '.pr-resolve.json', '{\n"mode": all}', 'bad-settings-file', 'line 2'],
	[
		'deeper',
		'.pr-resolve.yaml',
		'mode: all\n  severity: minor\n',
		'bad-settings-file',
		'line 2',
		'deeper than the one above',
	],
	['two keys', '.pr-resolve.yaml', '\nmode: severity: minor\n', 'bad-settings-file', 'line 2', 'needs quotes'],
	['tab', '.pr-resolve.yaml', 'llm:\n\tcost_budget: 2\n', 'bad-settings-file', 'line 2', 'not tabs'],
	['open quote', '.pr-resolve.yaml', 'mode: "all\nseverity: minor\n', 'bad-settings-file', 'quote above is not closed'],
	[
		'open bracket',
		'.pr-resolve.yaml',
		'path: [a, b\nmode: all\n',
		'bad-settings-file',
		'line 2',
		'bracket',
		'not closed',
	],
	['half back', '.pr-resolve.yaml', 'llm:\n  a: 2\n b: true\n', 'bad-settings-file', 'line 3', 'indentation'],
	['special', '.pr-resolve.yaml', 'mode: @all\n', 'bad-settings-file', 'line 1', 'quotes'],
	['no colon', '.pr-resolve.yaml', 'mode all\nseverity: minor\n', 'bad-settings-file', 'line 1', 'colon'],
	['no value', '.pr-resolve.yaml', 'mode: all\nseverity\n', 'bad-settings-file', 'line 2', 'colon'],
	['list', '.pr-resolve.yaml', 'mode: all\n- a\n', 'bad-settings-file', 'line 2', 'list item'],
	['two documents', '.pr-resolve.yaml', 'mode: all\n---\nmode: all\n', 'bad-settings-file', 'line 2', 'document'],
	['section', '.pr-resolve.yaml', 'llm: 3\n', 'unknown-setting', '"llm" is a section', ':1', 'llm.enabled'],
	['comment', '.pr-resolve.json', '{} // no', 'bad-settings-file', 'comment'],
	['nothing', '.pr-resolve.json', '', 'bad-settings-file'],
	['no mapping', '.pr-resolve.yaml', '- mode\n', 'bad-settings-file', 'mapping'],
	['no object', '.pr-resolve.json', '[]', 'bad-settings-file', 'object'],
	['alias', '.pr-resolve.yaml', 'mode: &a all\nstrategy: *a\n', 'bad-settings-file', 'line 2', 'alias'],
	['not UTF-8', '.pr-resolve.yaml', Uint8Array.of(0x6d, 0xff, 0xfe), 'bad-settings-file', 'UTF-8'],
	['huge', '.pr-resolve.yaml', `# ${'x'.repeat(70_000)}`, 'bad-settings-file', '64 KiB'],
	['deep', '.pr-resolve.json', '{"a":'.repeat(10_000), 'bad-settings-file'],
	['deep', '.pr-resolve.yaml', `mode: ${'['.repeat(60_000)}`, 'bad-settings-file'],
];

test.each(projectFiles)('project file, %s: %s', async (_, name, text, code, ...words) => {
	const place = await sandbox();
	await place.writeProject(name, text);
	const {code: found, message, remedy} = await failure(place.resolve());
	expect(found).toBe(code);
	for (const word of [name, ...words]) expect(`${message} ${remedy}`).toContain(word);
	expect(remedy).not.toBe('');
});

test.each(['.pr-resolve.yaml', '.pr-resolve.yml', '.pr-resolve.toml'])('an empty %s sets nothing', async name => {
	const place = await sandbox();
	await place.writeProject(name, '# nothing yet\n');
	await expect(place.resolve()).resolves.toMatchObject({origins: {mode: 'default'}});
});

test('a byte order mark is no part of the first key', async () => {
	const place = await sandbox();
	await place.writeProject('.pr-resolve.json', '\uFEFF{"mode": "dry-run"}');
	await expect(place.resolve()).resolves.toMatchObject({values: {mode: 'dry-run'}});
});

test('a folder .pr-resolve is not taken for the project file', async () => {
	const place = await sandbox();
	await place.writeProject('.pr-resolve/declined.json', '{"mode": "dry-run"}');
	await expect(place.resolve()).resolves.toMatchObject({origins: {mode: 'default'}});
	await place.writeProject('.pr-resolve.yaml', 'mode: dry-run\n');
	await expect(place.resolve()).resolves.toMatchObject({values: {mode: 'dry-run'}});
});

test('two project files at once are named, both', async () => {
	const place = await sandbox();
	await Promise.all([place.writeProject('.pr-resolve.yaml', ''), place.writeProject('.pr-resolve.json', '{}')]);
	const {code, message} = await failure(place.resolve());
	expect(code).toBe('two-settings-files');
	expect(message).toContain('.pr-resolve.yaml');
	expect(message).toContain('.pr-resolve.json');
});

test('a project file that is a link out of the repository is refused, one within is read', async () => {
	const outside = await sandbox();
	await writeFile(join(outside.home, 'secret.yaml'), 'mode: dry-run\n');
	await symlink(join(outside.home, 'secret.yaml'), join(outside.root, '.pr-resolve.yaml'));
	const {code, message} = await failure(outside.resolve());
	expect([code, message]).toEqual(['bad-settings-file', expect.stringContaining('outside the repository')]);

	const within = await sandbox();
	await within.writeProject('ci/settings.yaml', 'mode: dry-run\n');
	await symlink('ci/settings.yaml', join(within.root, '.pr-resolve.yaml'));
	await expect(within.resolve()).resolves.toMatchObject({values: {mode: 'dry-run'}});
});

test('a named pipe or a folder in the place of the project file does not hang', async () => {
	const pipe = await sandbox();
	execFileSync('mkfifo', [join(pipe.root, '.pr-resolve.yaml')]);
	expect((await failure(pipe.resolve())).message).toContain('not a regular file');
	const folder = await sandbox();
	await folder.writeProject('.pr-resolve.yaml/file', '');
	expect((await failure(folder.resolve())).message).toContain('not a regular file');
});

test('an unknown key is reported with a near miss and a hint to the list, not the list', async () => {
	const place = await sandbox();
	await place.writeProject('.pr-resolve.yaml', 'severty: major\n');
	expect((await failure(place.resolve())).remedy).toBe('Did you mean "severity"? All keys: pr-resolve config --help');
	await place.writeProject('.pr-resolve.yaml', 'colour-scheme: dark\n');
	expect((await failure(place.resolve())).remedy).toBe('All keys: pr-resolve config --help');
});

test('of a list, the word that is not accepted is named', async () => {
	const place = await sandbox();
	const price = ['m=1/1/1', 'x'];
	expect((await failure(place.resolve({set: price.map(text => `llm.price=${text}`)}))).message).toBe(
		'--set llm.price does not accept "x".',
	);
	const spelled = {llmProvider: 'argument [provider]'};
	const given = {command: 'setup', flags: {llmProvider: 'nope'}, spelled};
	expect((await failure(place.resolve(given))).message).toContain('The argument [provider] does not accept "nope"');
});

test('user settings and --config are checked in the same way', async () => {
	const user = await sandbox();
	await user.writeUser('{\n"trust": "all"}');
	const bad = await failure(user.resolve());
	expect(bad.message).toContain(`user settings ${user.userFile}:2`);
	expect(bad.remedy).toContain('members, anyone');
	const place = await sandbox();
	expect((await failure(place.resolve({configFile: 'none.yaml'}))).code).toBe('settings-file-missing');
	await place.writeProject('settings.ini', '');
	expect((await failure(place.resolve({configFile: 'settings.ini'}))).message).toContain('.yaml, .yml, .toml, .json');
});

test.each([
	['--mode', {flags: {mode: 'fast'}}],
	['CR_MODE', {env: {CR_MODE: 'fast'}}],
])('the message for a bad value begins with what was typed: %s', async (origin, given) => {
	const place = await sandbox();
	const {code, message, remedy} = await failure(place.resolve(given));
	expect([code, remedy]).toEqual([
		'bad-value',
		expect.stringContaining('all, conflicts-only, non-conflicts-only, dry-run'),
	]);
	expect(message).toContain(origin);
});

test('a bad value is an error also where a stronger source has a good one', async () => {
	const place = await sandbox();
	expect((await failure(place.resolve({flags: {mode: 'all'}, env: {CR_MODE: 'fast'}}))).code).toBe('bad-value');
});

test('a long bad value is cut short in the message', async () => {
	const place = await sandbox();
	expect((await failure(place.resolve({flags: {mode: 'x'.repeat(5000)}}))).message.length).toBeLessThan(200);
});
