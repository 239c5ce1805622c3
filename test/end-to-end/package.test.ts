import {execFileSync} from 'node:child_process';
import {copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {beforeAll, expect, test} from 'vitest';
import {runChild} from '../helpers/child.ts';
import {newFolder} from '../helpers/folders.ts';
import {npmEnvironment} from '../helpers/npm.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {executable, workTree} from '../helpers/work-tree.ts';

const root = join(import.meta.dirname, '../..');
const {name, version, dependencies, optionalDependencies} = JSON.parse(
	readFileSync(join(root, 'package.json'), 'utf8'),
);

const npm = (cwd: string, ...args: string[]) =>
	execFileSync('npm', args, {cwd, env: npmEnvironment(), encoding: 'utf8', stdio: 'pipe'});

/** What `npm pack` packs of the build that is there: to build it again would take it from other tests. */
function pack(): {file: string; size: number; paths: string[]} {
	const copy = newFolder();
	for (const folder of ['build', 'node_modules']) mkdirSync(join(copy, folder));
	for (const file of ['package.json', 'build/manifest.ts', 'README.md', 'LICENSE', 'CHANGELOG.md']) {
		copyFileSync(join(root, file), join(copy, file));
	}
	cpSync(dirname(executable), join(copy, 'dist'), {recursive: true});
	execFileSync(process.execPath, [join(copy, 'build/manifest.ts'), 'pack']);
	npm(copy, 'pack', '--ignore-scripts');
	const file = join(copy, `${name}-${version}.tgz`);
	const list = execFileSync('tar', ['-tzf', file], {encoding: 'utf8'});
	const paths = list.split('\n').flatMap(path => path.replace(/^package\//, '') || []);
	return {file, size: statSync(file).size, paths};
}

let packed: ReturnType<typeof pack>;
/** An empty folder in which the package has been installed, with what it depends on from this folder. */
let project: string;

beforeAll(() => {
	packed = pack();
	project = newFolder();
	writeFileSync(join(project, 'package.json'), '{"private": true}\n');
	const folders = Object.keys({...dependencies, ...optionalDependencies}).map(name => join(root, 'node_modules', name));
	npm(project, 'install', '--ignore-scripts', packed.file, ...folders.filter(existsSync));
});

test('the package holds the program, its page and its data, and no more', () => {
	const others = packed.paths.filter(path => !/^dist\/(?:chunks\/[^/]+\.js|sample-comments\/.*)$/.test(path));
	expect(others.sort()).toEqual([
		'LICENSE',
		'README.md',
		'dist/THIRD-PARTY-LICENSES.txt',
		'dist/cli.js',
		'dist/pr-resolve.1',
		'dist/sample-comments.json',
		'package.json',
	]);
	const scripts = packed.paths.filter(path => path.endsWith('.js'));
	const text = scripts.map(path => readFileSync(join(dirname(executable), '..', path), 'utf8')).join('\n');
	const idle = scripts.filter(path => path !== 'dist/cli.js' && !text.includes(basename(path, '.js')));
	expect(idle).toEqual([]);
	expect(packed.size).toBeLessThan(6_000_000);
});

test('npx runs the installed program', () => {
	expect(npm(project, 'exec', '--no', name, '--', '--version')).toBe(`${version}\n`);
	expect(npm(project, 'exec', '--no', name, 'completion', 'bash')).toContain('complete ');
});

test('npm finds the man page of the installed program', () => {
	const installed = join(project, 'node_modules', name);
	const {man} = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
	// npm links only those of a list.
	expect(man).toEqual(['dist/pr-resolve.1']);
	expect(readFileSync(join(installed, man[0]), 'utf8')).toMatch(new RegExp(`^\\.TH .*"${name} ${version}"`));
});

test('the installed program checks the syntax of what it writes', async () => {
	const tree = workTree({'a.ts': 'const a = 1;\nconst b = 2;\n'});
	const from = reviewOf(tree)
		.suggest('a.ts', 1, ['const a = ((( ;'])
		.suggest('a.ts', 2, ['const b: number = 2;'])
		.save();
	const program = join(project, 'node_modules/.bin', name);
	const {code, json} = await runChild(process.execPath, [program, 'apply', '--from', from, '--json'], {
		cwd: tree.root,
		env: tree.env,
	});
	expect(json).toMatchObject({
		changes: [{reason: expect.stringContaining('it adds a syntax error')}, {outcome: 'applied'}],
		files: [{path: 'a.ts', syntax: 'ok'}],
	});
	expect([code, tree.read('a.ts')]).toEqual([3, 'const a = 1;\nconst b: number = 2;\n']);
});
