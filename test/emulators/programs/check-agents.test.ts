import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {runChild} from '../../helpers/child.ts';
import {newFolder} from '../../helpers/folders.ts';
import {typeStripping} from '../../helpers/type-stripping.ts';

test('agents that are not installed are skipped', async () => {
	const cwd = newFolder();
	const {code, stdout} = await runChild(process.execPath, [join(import.meta.dirname, 'check-agents.ts')], {
		cwd,
		env: {...typeStripping, PATH: cwd, TMPDIR: cwd},
	});
	expect(code).toBe(0);
	expect(stdout.match(/^skip .*/gm)).toEqual([
		'skip claude is not installed: npm install -g @anthropic-ai/claude-code',
		'skip codex is not installed: npm install -g @openai/codex',
	]);
	expect(stdout).toMatch(/\n0 as expected, 0 otherwise\n$/);
	expect(readdirSync(cwd)).toEqual([]);
});
