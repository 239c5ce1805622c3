import {
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {type ClientHome, type Furniture, ownHome, withHome} from '../../../../source/llm/providers/client/home.ts';
import {newFolder} from '../../../helpers/folders.ts';

/** A person's folder with a login, and an empty one to lend. */
function place(furniture: Furniture | null) {
	const folder = newFolder();
	const [own, lent] = [join(folder, '.codex'), join(folder, 'lent')];
	for (const path of [own, lent]) mkdirSync(path);
	const login = join(own, 'auth.json');
	writeFileSync(login, 'old', {mode: 0o600});
	const home: ClientHome = {
		...{variable: 'CODEX_HOME', usual: '.codex'},
		furnish: async () => furniture,
	};
	return {own, lent, login, home, env: {HOME: folder}};
}

const furniture = {linked: ['auth.json'], copied: ['models.json', 'missing.json'], written: {'settings.json': '{}'}};

test('a home is lent with what a run has of the person’s', async () => {
	const {own, lent, home, env} = place(furniture);
	writeFileSync(join(own, 'models.json'), '[]');
	writeFileSync(join(own, 'AGENTS.md'), 'be brief');
	await withHome(home, env, lent, async variables => {
		expect(variables).toEqual({CODEX_HOME: lent});
		expect(readFileSync(join(lent, 'auth.json'), 'utf8')).toBe('old');
		expect(readFileSync(join(lent, 'models.json'), 'utf8')).toBe('[]');
		expect(() => statSync(join(lent, 'AGENTS.md'))).toThrow('ENOENT');
		expect(statSync(join(lent, 'settings.json')).mode & 0o777).toBe(0o600);
		writeFileSync(join(lent, 'models.json'), '[1]');
	});
	expect(readFileSync(join(own, 'models.json'), 'utf8')).toBe('[]');
});

test.each(['in place', 'by another file'])('a login that is renewed %s is renewed for the person', async how => {
	const {lent, login, home, env} = place(furniture);
	const renewing = withHome(home, env, lent, async () => {
		const file = join(lent, how === 'in place' ? 'auth.json' : 'auth.json.new');
		writeFileSync(file, 'new', {mode: 0o600});
		if (how !== 'in place') renameSync(file, join(lent, 'auth.json'));
		throw new Error('stopped');
	});
	await expect(renewing).rejects.toThrow('stopped');
	expect(readFileSync(login, 'utf8')).toBe('new');
	expect(statSync(login).mode & 0o777).toBe(0o600);
});

test('a login that is a link of the person’s stays one', async () => {
	const {own, lent, login, home, env} = place(furniture);
	renameSync(login, join(own, 'elsewhere.json'));
	symlinkSync('elsewhere.json', login);
	await withHome(home, env, lent, async () => {
		rmSync(join(lent, 'auth.json'));
		writeFileSync(join(lent, 'auth.json'), 'new', {mode: 0o600});
	});
	expect(lstatSync(login).isSymbolicLink()).toBe(true);
	expect(readFileSync(join(own, 'elsewhere.json'), 'utf8')).toBe('new');
});

test('what came of the home is worth no less where a renewed login cannot be put back', async () => {
	const {own, lent, login, home, env} = place(furniture);
	const using = withHome(home, env, lent, async () => {
		for (const path of [login, join(lent, 'auth.json')]) rmSync(path);
		writeFileSync(join(lent, 'auth.json'), 'new');
		mkdirSync(login);
		return 'answered';
	});
	expect(await using).toMatchObject({
		value: 'answered',
		unreturned: [{file: login, cause: {code: expect.any(String)}}],
	});
	expect(readdirSync(own)).toEqual(['auth.json']);
});

test('a logout during a run is kept', async () => {
	const {lent, login, home, env} = place(furniture);
	await withHome(home, env, lent, async () => rmSync(login));
	expect(() => statSync(login)).toThrow('ENOENT');
});

test('where the login is nothing that can be lent, the client has the person’s own home', async () => {
	const {lent, home, env} = place(null);
	expect(await withHome(home, env, lent, async variables => variables)).toEqual({value: {}, unreturned: []});
});

test.each([
	[{HOME: '/u/ada'}, '/u/ada/.codex'],
	[{HOME: '/u/ada', CODEX_HOME: '/srv/codex'}, '/srv/codex'],
	[{HOME: '/u/ada', CODEX_HOME: 'codex'}, null],
])('the person’s home is where the client looks for it: %j', (env, wanted) => {
	expect(ownHome(place(null).home, env)).toBe(wanted);
});
