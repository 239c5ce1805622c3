import {execFileSync} from 'node:child_process';
import {copyFileSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeEach, expect, test} from 'vitest';
import {runChild} from '../helpers/child.ts';
import {newFolder} from '../helpers/folders.ts';
import {npmEnvironment} from '../helpers/npm.ts';

const root = join(import.meta.dirname, '../..');
const files = ['package.json', 'package-lock.json', '.npmrc', 'build/release/changelog.ts', 'build/release/version.ts'];

let clone: string;
let env: Record<string, string>;
const git = (...args: string[]) => execFileSync('git', args, {cwd: clone, env, encoding: 'utf8'}).trim();
const version = (...args: string[]) => runChild('npm', ['version', ...args], {cwd: clone, env});
const read = (name: string) => readFileSync(join(clone, name), 'utf8');

function commit(name: string, text: string): void {
	writeFileSync(join(clone, name), text);
	git('add', '-A');
	git('commit', '-qm', name);
}

/** What a release needs of the project, with the version 0.1.0 and tests that pass unless there is a file "broken". */
beforeEach(() => {
	clone = newFolder();
	env = npmEnvironment();
	mkdirSync(join(clone, 'build/release'), {recursive: true});
	for (const file of files) copyFileSync(join(root, file), join(clone, file));
	for (const name of ['package.json', 'package-lock.json']) {
		const {scripts, ...manifest} = JSON.parse(read(name).replaceAll('"github:OWNER/', '"github:someone/'));
		if (manifest.packages) manifest.packages[''].version = '0.1.0';
		if (scripts) manifest.scripts = {...scripts, test: 'test ! -e broken'};
		writeFileSync(join(clone, name), JSON.stringify({...manifest, version: '0.1.0'}, null, '\t'));
	}
	git('init', '-q');
	git('config', 'user.name', 'A Tester');
	git('config', 'user.email', 'tester@example.com');
	writeFileSync(join(clone, 'README.md'), 'npm install --global ./pr-resolve-0.1.0.tgz\n');
	commit('CHANGELOG.md', '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A command.\n');
});

test('one command moves what is unreleased into a version, and commits and tags it', async () => {
	expect(await version('minor')).toMatchObject({code: 0});
	expect(read('CHANGELOG.md')).toMatch(
		/^## \[Unreleased\]\n\n## \[0\.2\.0\] - \d{4}-\d\d-\d\d\n\n### Added\n\n- A command\.$/m,
	);
	expect(read('CHANGELOG.md')).toContain('[0.2.0]: https://github.com/someone/pr-resolve/tree/source-v0.2.0\n');
	expect(read('README.md')).toBe('npm install --global ./pr-resolve-0.2.0.tgz\n');
	expect(JSON.parse(read('package.json')).version).toBe('0.2.0');
	expect(JSON.parse(read('package-lock.json')).version).toBe('0.2.0');
	expect(git('log', '-1', '--format=%s %D')).toMatch(/^Release 0\.2\.0 HEAD -> \S+, tag: source-v0\.2\.0$/);
	expect(git('status', '--porcelain')).toBe('');
});

test('the version that package.json has from the start can be the first one', async () => {
	expect(await version('0.1.0', '--allow-same-version')).toMatchObject({code: 0});
	expect(git('tag')).toBe('source-v0.1.0');
});

test.each<[string, () => void, string]>([
	['something is not committed', () => writeFileSync(join(clone, 'README.md'), ''), 'not clean'],
	['a test fails', () => commit('broken', ''), 'test ! -e broken'],
	[
		'nothing is unreleased',
		() => commit('CHANGELOG.md', '# Changelog\n\n## [Unreleased]\n'),
		'Nothing in it is unreleased',
	],
	[
		'package.json has only a placeholder',
		() => commit('package.json', read('package.json').replace('github:someone/', 'github:OWNER/')),
		'does not name the repository',
	],
	['the tag is taken', () => git('tag', 'source-v0.2.0'), 'There already is a tag source-v0.2.0'],
	['the changelog has another form', () => commit('CHANGELOG.md', '## 0.2.0\n'), 'The first version is not Unreleased'],
])('nothing is changed if %s', async (_, prepare, reason) => {
	prepare();
	const state = () => [git('status', '--porcelain'), git('rev-parse', 'HEAD'), git('tag'), read('package.json')];
	const before = state();
	const {code, stdout, stderr} = await version('minor');
	expect(code).not.toBe(0);
	expect(stdout + stderr).toContain(reason);
	expect(state()).toEqual(before);
});
