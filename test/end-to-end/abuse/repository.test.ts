import {spawnSync} from 'node:child_process';
import {chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {expect, test, vi} from 'vitest';
import {differences, lookAt} from '../../../bench/abuse/reviewed-tree.ts';
import {newFolder} from '../../helpers/folders.ts';
import {hostOf} from '../../helpers/host.ts';
import {suggestion} from '../../helpers/pull-request.ts';
import {reviewOf} from '../../helpers/review-of.ts';
import {numbered, type WorkTree, workTree} from '../../helpers/work-tree.ts';

vi.setConfig({testTimeout: 240_000});

/** Programs that write their name down when they are run. */
class Traps {
	readonly #folder = newFolder();
	readonly #log = join(this.#folder, 'log');

	/** The path of one, made now. */
	lay(name: string, path = join(this.#folder, name.replaceAll('/', '-'))): string {
		mkdirSync(dirname(path), {recursive: true});
		writeFileSync(path, `#!/bin/sh\necho '${name}' >> '${this.#log}'\nexit 1\n`);
		chmodSync(path, 0o755);
		return path;
	}

	/** JavaScript that does the same. */
	script(name: string): string {
		return `require('node:fs').appendFileSync(${JSON.stringify(this.#log)}, '${name}\\n')\n`;
	}

	get sprung(): string[] {
		return existsSync(this.#log) ? [...new Set(readFileSync(this.#log, 'utf8').trim().split('\n'))].sort() : [];
	}
}

/** Keys of git's configuration whose value is a command; `trip` is what .gitattributes names. */
const configured = [
	'core.fsmonitor',
	'core.pager',
	'core.editor',
	'core.askPass',
	'core.sshCommand',
	'core.gitProxy',
	'core.alternateRefsCommand',
	'sequence.editor',
	'credential.helper',
	'diff.external',
	'diff.trip.command',
	'diff.trip.textconv',
	'merge.trip.driver',
	'filter.trip.clean',
	'filter.trip.smudge',
	'filter.trip.process',
	'filter.other.clean',
	'filter.other.smudge',
	'gpg.program',
	'gpg.ssh.defaultKeyCommand',
	'interactive.diffFilter',
	'uploadpack.packObjectsHook',
	'remote.origin.uploadpack',
	...['diff', 'show', 'log', 'status', 'branch', 'config'].map(name => `pager.${name}`),
] as const;

const aliased = ['diff', 'show', 'status', 'rev-parse', 'cat-file', 'ls-files', 'fetch'] as const;

const hooks = [
	'applypatch-msg',
	'commit-msg',
	'fsmonitor-watchman',
	'post-checkout',
	'post-commit',
	'post-index-change',
	'pre-auto-gc',
	'pre-commit',
	'reference-transaction',
	'update',
] as const;

const beside = ['git', 'gh', 'node', 'npm', 'claude', 'codex', 'copilot', 'sh', 'xdg-open'] as const;

/** All that git, node and npm would run or read from a folder, in a repository with a few files. */
function trapped(traps: Traps): WorkTree {
	const tree = workTree({
		'.gitattributes': '* filter=trip diff=trip merge=trip\n*.md filter=other\n',
		'.gitmodules': '[submodule "sub"]\n\tpath = sub\n\turl = ext::sh -c trap\n\tupdate = !trap\n',
	});
	const script = traps.script('a script of node');
	tree.put({
		'trap.cjs': script,
		'.env': 'NODE_OPTIONS=--require=./trap.cjs\nGIT_EXTERNAL_DIFF=./git\nPATH=.\n',
		'.npmrc': 'node-options=--require ./trap.cjs\nscript-shell=./sh\ngit=./git\n',
		'node.config.json': JSON.stringify({nodeOptions: {import: ['./trap.cjs']}}),
		'package.json': JSON.stringify({type: 'commonjs', main: 'trap.cjs', scripts: {prepare: 'node trap.cjs'}}),
		'index.js': script,
		'node_modules/@napi-rs/keyring/index.js': script,
		'node_modules/react/index.js': script,
	});
	for (const folder of ['', 'node_modules/.bin']) {
		for (const name of beside) traps.lay(`${folder}/${name}`, join(tree.root, folder, name));
	}
	for (const name of hooks) {
		traps.lay(`hooks/${name}`, join(tree.root, '.git/hooks', name));
		traps.lay(`own hooks/${name}`, join(tree.root, 'own-hooks', name));
	}
	const settings = {
		...Object.fromEntries(configured.map(key => [key, traps.lay(key)])),
		...Object.fromEntries(aliased.map(name => [`alias.${name}`, `!${traps.lay(`alias.${name}`)}`])),
		'core.hooksPath': 'own-hooks',
		'log.showSignature': 'true',
		'protocol.ext.allow': 'always',
		// What is missing of the history would be fetched from a remote that is a command.
		'remote.origin.url': `ext::${traps.lay('remote')}`,
		'remote.origin.promisor': 'true',
		'remote.origin.partialclonefilter': 'blob:none',
		'extensions.partialClone': 'origin',
		'core.repositoryFormatVersion': '1',
		'submodule.sub.update': `!${traps.lay('submodule')}`,
		'submodule.sub.url': `ext::${traps.lay('remote of a submodule')}`,
		'submodule.recurse': 'true',
		'fetch.recurseSubmodules': 'true',
	};
	const lines = Object.entries(settings).map(([key, value]) => {
		const [, section, name, variable] = /^([^.]+)(?:\.(.+))?\.([^.]+)$/.exec(key)!;
		return `[${section}${name === undefined ? '' : ` "${name}"`}]\n\t${variable} = ${JSON.stringify(value)}\n`;
	});
	writeFileSync(join(tree.root, '.git/config'), `[core]\n\tbare = false\n${lines.join('')}`);
	return tree;
}

test('nothing that comes with a repository is run, whatever command is given a recording', async () => {
	const traps = new Traps();
	const plain = workTree();
	const tree = trapped(traps);
	const review = reviewOf(plain)
		.suggest('src/list.txt', 2, ['item two'])
		.suggest('src/list.txt', 5, ['item five'], {commit: {oid: '1'.repeat(40)}, originalCommit: {oid: '1'.repeat(40)}});
	const from = ['--from', review.save()];
	const {env: host} = await hostOf([]);
	const env = {...host, GIT_ALLOW_PROTOCOL: undefined};
	const codes: unknown[] = [];
	for (const args of [
		['analyze', ...from],
		['analyze', ...from, '--json'],
		['apply', ...from, '--dry-run'],
		['apply', ...from, '--json'],
		['runs'],
		['undo'],
		['config'],
		['doctor'],
		['--help'],
	]) {
		codes.push((await tree.run(args, {env})).code);
		expect([args, traps.sprung]).toEqual([args, []]);
	}
	for (const flags of [[], ['--screen-reader']]) {
		const terminal = tree.terminal(['review', ...from, ...flags], {env});
		await terminal.waitFor(flags.length > 0 ? 'Enter to list them' : 'to apply');
		terminal.press('q\r');
		codes.push(await terminal.ended);
	}
	expect(traps.sprung).toEqual([]);
	expect(codes).toEqual(Array.from({length: 11}, () => 0));

	// The traps are live: git by itself runs the first one in its way each time.
	const past = ['-c', 'core.fsmonitor=false', '-c', 'filter.trip.process=', '-c', 'filter.trip.clean='];
	for (const args of [
		['status'],
		['add', '.'],
		[...past, 'add', 'src'],
		[...past, 'diff', 'HEAD'],
		[...past, '-c', 'filter.other.clean=', 'commit', '--allow-empty', '--message', 'x'],
		[...past, 'cat-file', '-e', '1'.repeat(40)],
	]) {
		spawnSync('git', args, {cwd: tree.root, env: {...tree.env, ...env}, stdio: 'ignore'});
	}
	expect(traps.sprung).toEqual(
		expect.arrayContaining(['core.fsmonitor', 'filter.trip.process', 'own hooks/post-index-change', 'remote']),
	);
});

/** What a comment may say that it is about, to be led out of the work tree or into what is git's. */
const hostilePaths = (outside: string): string[] => [
	outside,
	'../outside.txt',
	'../../../outside.txt',
	'src/../../outside.txt',
	'src/./../../outside.txt',
	'src//..//..//outside.txt',
	'..\\outside.txt',
	'src\\..\\..\\outside.txt',
	'..',
	'.',
	'/',
	'//localhost/outside.txt',
	`file://${outside}`,
	'C:\\outside.txt',
	'~/outside.txt',
	'$HOME/outside.txt',
	'%2e%2e/outside.txt',
	'..%2foutside.txt',
	'\u2025/outside.txt',
	'\uff0e\uff0e/outside.txt',
	'link.txt',
	'linked/outside.txt',
	'linked/../outside.txt',
	'.git/config',
	'.GIT/config',
	'.git /config',
	'.git./config',
	'git~1/config',
	'.git\\config',
	'.g\u200cit/config',
	'.git/hooks/pre-commit',
	'src/list.txt/',
	'src/list.txt\u0000',
	'src/list.txt/../../../outside.txt',
];

test("no path of a comment, nor of a diff in its words, leads out of the work tree or into what is git's", async () => {
	const outside = join(newFolder(), 'outside.txt');
	const tree = workTree();
	const above = dirname(tree.root);
	for (const file of [outside, join(above, 'outside.txt'), join(tree.home, 'outside.txt')]) {
		writeFileSync(file, numbered('item', 12));
	}
	symlinkSync(outside, join(tree.root, 'link.txt'));
	symlinkSync(dirname(outside), join(tree.root, 'linked'));
	writeFileSync(join(tree.root, '.git/config'), tree.read('.git/config') + numbered('# item', 12));
	const review = reviewOf(tree).suggest('src/other.txt', 2, ['entry two']);
	const paths = hostilePaths(outside);
	for (const path of paths) {
		const diff = `--- a/${path}\n+++ b/${path}\n@@ -1,3 +1,3 @@\n item 1\n-item 2\n+led astray\n item 3`;
		const seen = {diffHunk: '@@ -1,2 +1,2 @@\n item 1\n item 2'};
		review.pullRequest
			.thread({path, line: 2, body: suggestion('led astray'), ...seen})
			.thread({path: 'notes.md', line: 1, body: `Like so:\n\n\`\`\`diff\n${diff}\n\`\`\``})
			.review({body: `**In ${path}**\n\n\`\`\`diff\n${diff}\n\`\`\``});
	}
	const from = review.save();
	const look = () => [
		lookAt(above, path => !path.startsWith('tree/.git/pr-resolve') && !path.startsWith('home/.')),
		lookAt(dirname(outside), () => true),
	];
	const before = look();
	const {code, json} = await tree.run(['apply', '--from', from, '--json']);
	const {findings} = json as {findings: {path: string | null; outcome: string}[]};
	const applied = findings.filter(({outcome}) => outcome === 'applied').map(({path}) => path);
	expect([code, findings.length, applied]).toEqual([3, 1 + 3 * paths.length, ['src/other.txt']]);
	const [within, elsewhere] = look();
	expect(differences(before[0]!, within!)).toEqual(['tree/src/other.txt']);
	expect(differences(before[1]!, elsewhere!)).toEqual([]);
	expect((await tree.run(['undo'])).code).toBe(0);
	expect(look()).toEqual(before);
});
