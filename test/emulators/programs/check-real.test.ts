import {existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test, vi} from 'vitest';
import {runChild} from '../../helpers/child.ts';
import {newFolder} from '../../helpers/folders.ts';
import {typeStripping} from '../../helpers/type-stripping.ts';
import {patienceMs} from '../../helpers/wait.ts';
import {isAlive} from '../../llm/providers/clients.ts';
import {installPrograms} from './install.ts';

const script = join(import.meta.dirname, 'check-real.ts');

test('clients that are not installed are skipped', async () => {
	const cwd = newFolder();
	const {code, stdout} = await runChild(process.execPath, [script], {
		cwd,
		env: {...typeStripping, PATH: cwd, TMPDIR: cwd},
	});
	expect(code).toBe(0);
	expect(stdout).toMatch(/^The network stays open: .*\nAsks claude, codex, copilot, .*\n.*nothing is paid/);
	expect(stdout.match(/^skip .*/gm)).toEqual([
		'skip claude is not installed: npm install -g @anthropic-ai/claude-code',
		'skip codex is not installed: npm install -g @openai/codex',
		'skip copilot is not installed: npm install -g @github/copilot',
	]);
	expect(stdout).toMatch(/\n0 as expected, 0 otherwise\n$/);
	expect(readdirSync(cwd)).toEqual([]);
});

test('a client that behaves differently is reported, and none sees a key of this machine', async () => {
	const cwd = newFolder();
	const {path, calls} = installPrograms(cwd, {claude: 'not-logged-in'});
	const key = {ANTHROPIC_API_KEY: 'no-key'};
	const {code, stdout} = await runChild(process.execPath, [script], {
		cwd,
		env: {...typeStripping, PATH: path, TMPDIR: cwd, ...key},
	});
	expect(code).toBe(1);
	expect(stdout).toMatch(/^ok {3}claude +version +claude 2\.1\.330$/m);
	expect(stdout).toMatch(/^ok {3}claude +no login +program ok, login failed$/m);
	// The stand-in takes no address of its service.
	expect(stdout).toMatch(/^BAD {2}claude +success +protocol$/m);
	expect(calls().map(({env}) => env.ANTHROPIC_API_KEY)).not.toContain('no-key');
	expect(calls().map(({env}) => env.HOME)).not.toContain(undefined);
});

test('it ends on a signal, together with a client that ignores it and its folder', async () => {
	const cwd = newFolder();
	const started = join(cwd, 'started');
	const hanging = `
		process.on('SIGTERM', () => {});
		const [first] = process.argv.slice(2);
		if (first === '--version') console.log('2.1.329');
		else if (process.argv.includes('auth')) console.log('{"loggedIn": false}');
		else {
			require('node:fs').writeFileSync(${JSON.stringify(started)}, String(process.pid));
			setInterval(() => {}, 60_000);
		}`;
	writeFileSync(join(cwd, 'claude'), `#!${process.execPath}\n${hanging}`, {mode: 0o755});
	const {code} = await runChild(process.execPath, [script], {
		cwd,
		env: {...typeStripping, PATH: cwd, TMPDIR: cwd},
		meanwhile: child => {
			void vi.waitUntil(() => existsSync(started), patienceMs).then(() => child.kill('SIGINT'));
		},
	});
	expect(code).toBe(130);
	expect(readdirSync(cwd).sort()).toEqual(['claude', 'started']);
	expect(isAlive(Number(readFileSync(started, 'utf8')))).toBe(false);
});
