import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {runChild} from '../../helpers/child.ts';
import {installPrograms} from './install.ts';

const script = join(import.meta.dirname, 'check-real.ts');

function newFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'pr-resolve-check-real-'));
	onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
	return folder;
}

test('clients that are not installed are skipped', async () => {
	const cwd = newFolder();
	const {code, stdout} = await runChild(process.execPath, [script], {cwd, env: {PATH: cwd, TMPDIR: cwd}});
	expect(code).toBe(0);
	expect(stdout).toBe('skip claude is not installed\nskip codex is not installed\nskip copilot is not installed\n');
});

test('a client that does otherwise is told, and none sees a key of this machine', async () => {
	const cwd = newFolder();
	const {path, calls} = installPrograms(cwd, {claude: 'not-logged-in'});
	const key = {ANTHROPIC_API_KEY: 'no-key'};
	const {code, stdout} = await runChild(process.execPath, [script], {cwd, env: {PATH: path, TMPDIR: cwd, ...key}});
	expect(code).toBe(1);
	expect(stdout).toMatch(/^ok {3}claude +version +claude 2\.1\.329$/m);
	expect(stdout).toMatch(/^ok {3}claude +no login +program ok, login failed$/m);
	// The stand-in takes no address of its service.
	expect(stdout).toMatch(/^BAD {2}claude +success +protocol$/m);
	expect(calls().map(({env}) => env.ANTHROPIC_API_KEY)).not.toContain('no-key');
	expect(calls().map(({env}) => env.HOME)).not.toContain(undefined);
});
