import {readdirSync, readFileSync, realpathSync} from 'node:fs';
import {join} from 'node:path';
import {expect, onTestFailed, test} from 'vitest';
import {newFolder} from '../helpers/folders.ts';
import {openTerminal} from '../helpers/terminal.ts';
import {demo, environment, runDemo} from './run-demo.ts';

const short = ['--iterations', '3', '--warmup', '0'];

test('with "bench" the live screen opens on emulated services, shows that, and leaves nothing behind', async () => {
	const [folder, cwd] = [newFolder(), newFolder()];
	const env = {...environment(folder), OPENAI_API_KEY: 'not-for-the-demo', CR_LLM_MODEL: 'not-this-one'};
	const terminal = openTerminal(process.execPath, [demo, 'bench', ...short, '--output', 'report.md'], {cwd, env});
	onTestFailed(() => console.error(terminal.screen()));
	await terminal.waitFor('Send 15 requests to 5 providers?');
	expect(terminal.screen()).toContain('DEMO: emulated services');
	await terminal.answer('Send 15 requests to 5 providers?', 'y');
	await terminal.waitFor('report written; press q to quit');
	expect(terminal.screen().match(/✓ \S.* 3\/3 /g)).toHaveLength(5);
	expect(terminal.screen()).toContain('DEMO: emulated services');
	terminal.press('q');
	expect(await terminal.ended).toBe(0);
	expect(terminal.screen()).toMatch(/no figure is a vendor's[\s\S]*provider +mean[\s\S]*Report: /);
	expect(readdirSync(folder)).toEqual([]);
	expect(readFileSync(join(cwd, 'report.md'), 'utf8')).toMatch(/# Provider benchmark[\s\S]*DEMO: emulated services/);
});

test('without a terminal it prints that the services are emulated, and how to save the report', async () => {
	const {ended, folder} = await runDemo({}, {args: ['bench', ...short, '--providers', 'local']});
	const [kept] = readdirSync(folder);
	expect([ended.code, readdirSync(folder)]).toEqual([0, [expect.stringContaining('report')]]);
	expect(ended.stdout).toMatch(
		/^DEMO: emulated services[\s\S]*\nollama qwen2\.5-coder:7b .* PASS\n\nRecommendation by use\n/,
	);
	const report = /^Report: (.*)$/m.exec(ended.stderr)![1]!;
	expect(readFileSync(report, 'utf8')).toContain('# Provider benchmark');
	expect(ended.stderr).toContain(`rm -rf ${join(realpathSync(folder), kept!)}`);
});
