import fc from 'fast-check';
import {expect, test} from 'vitest';
import {table} from '../../source/settings/table.ts';
import {sandbox} from './sandbox.ts';

const modes = ['all', 'conflicts-only', 'non-conflicts-only', 'dry-run'] as const;

const cases: [string, {flag?: string; variable?: string; project?: string; user?: string}, string, string][] = [
	['flag over all', {flag: 'dry-run', variable: 'all', project: 'all', user: 'all'}, 'dry-run', 'flag --mode'],
	['environment over files', {variable: 'dry-run', project: 'all', user: 'all'}, 'dry-run', 'environment CR_MODE'],
	['project over user', {project: 'dry-run', user: 'all'}, 'dry-run', 'project file .pr-resolve.yaml:2'],
	['user over default', {user: 'dry-run'}, 'dry-run', 'user settings <file>:1'],
	['default', {}, 'all', 'default'],
];

test.each(cases)('%s', async (_, {flag, variable, project, user}, value, origin) => {
	const place = await sandbox();
	if (project) await place.writeProject('.pr-resolve.yaml', `# ours\nmode: ${project}\n`);
	if (user) await place.writeUser(JSON.stringify({mode: user}));
	const {values, origins} = await place.resolve({flags: flag ? {mode: flag} : {}, env: {CR_MODE: variable}});
	expect(values.mode).toBe(value);
	expect(origins.mode).toBe(origin.replace('<file>', place.userFile));
});

test('whatever the sources say, the strongest one wins and is named', async () => {
	const place = await sandbox();
	const source = fc.option(fc.constantFrom(...modes), {nil: undefined});
	await fc.assert(
		fc.asyncProperty(fc.record({flag: source, variable: source, project: source, user: source}), async given => {
			await place.writeProject('.pr-resolve.json', JSON.stringify(given.project ? {mode: given.project} : {}));
			await place.writeUser(JSON.stringify(given.user ? {mode: given.user} : {}));
			const flags = given.flag ? {mode: given.flag} : {};
			const {values, origins} = await place.resolve({flags, env: {CR_MODE: given.variable}});
			const ladder = [
				[given.flag, 'flag'],
				[given.variable, 'environment'],
				[given.project, 'project file'],
				[given.user, 'user settings'],
				['all', 'default'],
			] as const;
			const [value, origin] = ladder.find(([said]) => said !== undefined)!;
			expect(values.mode).toBe(value);
			expect(origins.mode.startsWith(origin)).toBe(true);
		}),
		{numRuns: 60},
	);
});

test('--config replaces the project file and may set everything', async () => {
	const place = await sandbox();
	await place.writeProject('.pr-resolve.yaml', 'no such setting: 1\n');
	await place.writeProject(
		'ci.toml',
		'mode = "dry-run"\ntrust = "anyone"\nlog_level = "INFO"\ntrust_author = ["a", "b"]\n',
	);
	const {values, origins} = await place.resolve({configFile: 'ci.toml'});
	expect(values).toMatchObject({mode: 'dry-run', trust: 'anyone', logLevel: 'INFO', trustAuthor: ['a', 'b']});
	expect(origins.trust).toBe('file ci.toml:2');
});

test('a list given by a stronger source replaces that of a weaker one', async () => {
	const place = await sandbox();
	await place.writeUser('{"trust_author": ["from-user"]}');
	const {values} = await place.resolve({env: {CR_TRUST_AUTHOR: 'one,two'}});
	expect(values.trustAuthor).toEqual(['one', 'two']);
});

test('an empty variable counts as unset', async () => {
	const place = await sandbox();
	const {origins} = await place.resolve({env: {CR_MODE: '', CR_LOG_FILE: ''}});
	expect(origins).toMatchObject({mode: 'default', logFile: 'default'});
});

test('without files or variables everything has its default', async () => {
	const place = await sandbox();
	const {values} = await place.resolve({command: 'config'});
	for (const [name, setting] of Object.entries(table)) expect(values).toHaveProperty(name, setting.default);
});

test('user settings are looked for under XDG_CONFIG_HOME where that is absolute', async () => {
	const place = await sandbox();
	await place.writeUser('{"mode": "dry-run"}');
	const xdg = await place.resolve({env: {XDG_CONFIG_HOME: `${place.home}/elsewhere`}});
	const relative = await place.resolve({env: {XDG_CONFIG_HOME: 'elsewhere'}});
	const homeless = await place.resolve({env: {HOME: undefined}});
	expect([xdg, relative, homeless].map(({values}) => values.mode)).toEqual(['all', 'dry-run', 'all']);
});

test('the project file is found from a folder below the root, and none outside a repository', async () => {
	const place = await sandbox();
	await place.writeProject('.pr-resolve.yml', 'strategy: skip\n');
	await place.writeProject('deep/down/file', '');
	const below = await place.resolve({cwd: `${place.root}/deep/down`});
	const outside = await place.resolve({cwd: place.home});
	expect([below.values.strategy, outside.values.strategy]).toEqual(['skip', 'priority']);
});

test('a command without a setting of the project does not even read its file', async () => {
	const place = await sandbox();
	await place.writeProject('.pr-resolve.yaml', ': : broken [');
	await expect(place.resolve({command: 'undo'})).resolves.toMatchObject({values: {logLevel: 'WARNING'}});
	await expect(place.resolve({command: 'apply'})).rejects.toMatchObject({code: 'bad-settings-file'});
});

test('the folder with the memory of a team is no second project file', async () => {
	const place = await sandbox();
	await place.writeProject('.pr-resolve.yaml', 'mode: dry-run\n');
	await place.writeProject('.pr-resolve/declined.json', '{}');
	const {values, origins} = await place.resolve({});
	expect([values.mode, origins.mode]).toEqual(['dry-run', 'project file .pr-resolve.yaml:1']);
});
