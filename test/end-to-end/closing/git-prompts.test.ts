import {execFileSync} from 'node:child_process';
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {open, writePlanned} from '../../helpers/app-terminal.ts';
import {basicAuthorization, type Pushing, pushing, pushingOverHttp} from './pushing.ts';

/** A clone whose remote asks for a password. */
async function withPassword() {
	const {tree, env, server, root, review} = await pushingOverHttp(basicAuthorization('ada', 'correct horse'));
	const url = `${server.url}/octo/app`;
	review.pullRequest.data.url = `${url}/pull/7`;
	tree.git('remote', 'set-url', 'origin', `${url}.git`);
	return {
		tree,
		server,
		url: `${url}/pull/7`,
		env: {...env, GITHUB_SERVER_URL: server.url, GIT_ALLOW_PROTOCOL: 'file:http'},
		there: () => readFileSync(join(root, 'octo/app.git/refs/heads/feature/limits'), 'utf8').trim(),
	};
}

test('git asks for a password in the terminal, and nothing else stands in its line', async () => {
	const {tree, env, url, there} = await withPassword();
	const terminal = tree.terminal(['apply', url, '--push', '--yes'], {env});
	await terminal.answer(/^Username for 'http:.*':$/m, 'ada\r');
	await terminal.answer(/^Password for 'http:.*':$/m, 'correct horse\r');
	expect(await terminal.ended).toBe(0);
	expect(there()).toBe(tree.head);
	expect(terminal.screen()).not.toContain('correct horse');
});

test('without a terminal git asks nobody', async () => {
	const {tree, env, url} = await withPassword();
	const {code, json} = await tree.run(['apply', url, '--push', '--json'], {env});
	expect([code, json]).toMatchObject([4, {stops: [{code: 'push-denied'}]}]);
});

/** An ssh that asks in the terminal for a passphrase, as with a key that no agent has. */
function sshThatAsks(folder: string): string {
	const program = join(folder, 'ssh');
	const script = [
		'(: <>/dev/tty) 2>/dev/null || { echo "git@github.com: Permission denied (publickey)." >&2; exit 255; }',
		'exec 3<>/dev/tty',
		`printf "Enter passphrase for the key: " >&3`,
		'read -r answer <&3',
		'[ "$answer" = open ] || { echo "git@github.com: Permission denied (publickey)." >&2; exit 255; }',
		'while [ $# -gt 1 ]; do shift; done',
		'exec sh -c "$1"',
	];
	writeFileSync(program, `#!/bin/sh\n${script.join('\n')}\n`, {mode: 0o755});
	return program;
}

test.each([
	['open', 0],
	['wrong', 4],
])('ssh asks for a passphrase in the terminal: %s', async (answer, code) => {
	const {tree, env, bare, there} = await pushing();
	const before = there();
	const settings = join(tree.home, '.gitconfig');
	writeFileSync(settings, readFileSync(settings, 'utf8').replace(`file://${bare}`, `ssh://git@github.com${bare}`));
	const variables = {...env, GIT_SSH_COMMAND: sshThatAsks(tree.home), GIT_ALLOW_PROTOCOL: 'ssh:file'};
	const terminal = tree.terminal(['apply', '7', '--push', '--yes'], {env: variables});
	await terminal.answer('Enter passphrase', `${answer}\r`);
	expect(await terminal.ended).toBe(code);
	expect(there() === before).toBe(answer === 'wrong');
});

/** The review with everything written, and the steps after that offered. */
async function offered(at: {tree: Pushing['tree']; env: Pushing['env']}, argument: string) {
	const terminal = open(at.tree, ['review', argument], {env: at.env, columns: 100, rows: 30});
	await terminal.waitFor('2 to apply');
	await writePlanned(terminal, 'Write 2 changes', /push +octo\/app feature\/limits/);
	await terminal.waitFor('thumbs up');
	return terminal;
}

test('the review leaves the screen to git while it asks, and comes back', async () => {
	const at = await withPassword();
	const terminal = await offered(at, at.url);
	terminal.press('4');
	await terminal.waitFor('[x] push');
	await terminal.answer('y start', 'y');
	await terminal.answer(/^Username for 'http:.*':$/m, 'ada\r');
	expect(terminal.screen()).toContain('git may need a password or a passphrase to push to octo/app feature/limits.');
	await terminal.answer(/^Password for 'http:.*':$/m, 'correct horse\r');
	await terminal.waitFor(/Undo: pr-resolve undo \S+ --publish/);
	expect(terminal.screen()).toContain('Pushed octo/app feature/limits');
	expect(terminal.screen()).not.toContain('Username');
	expect(at.there()).toBe(at.tree.head);
	terminal.press('q');
	await terminal.waitFor('q quit');
	terminal.press('q');
	expect(await terminal.ended).toBe(0);
	expect(terminal.screen()).toMatch(/2 files written; undo with: pr-resolve undo \S+ --publish/);
});

const hasKeygen = ['/usr/bin', '/bin', '/usr/local/bin'].some(folder => existsSync(join(folder, 'ssh-keygen')));

test.skipIf(!hasKeygen)('a key with a passphrase signs the commit of the review', async () => {
	const {tree, env} = await pushing();
	const key = join(tree.home, 'key');
	execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', 'open sesame', '-f', key]);
	tree.git('config', 'gpg.format', 'ssh');
	tree.git('config', 'user.signingKey', `${key}.pub`);
	tree.git('config', 'commit.gpgSign', 'true');
	const terminal = await offered({tree, env}, '7');
	terminal.press('2');
	await terminal.waitFor('[x] commit');
	await terminal.answer('Enter start', '\r');
	await terminal.answer(/Enter passphrase/, 'open sesame\r');
	// The first signature shows whether the key works, the second one is that of the commit.
	await terminal.answer(/(?:Enter passphrase[\s\S]*){2}/, 'open sesame\r');
	await terminal.waitFor('Undo: pr-resolve undo');
	expect(tree.git('cat-file', 'commit', 'HEAD')).toContain('-----BEGIN SSH SIGNATURE-----');
	terminal.press('q');
	await terminal.waitFor('q quit');
	terminal.press('q');
	expect(await terminal.ended).toBe(0);
});
