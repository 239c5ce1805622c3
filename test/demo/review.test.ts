import {dirname} from 'node:path';
import {expect, test} from 'vitest';
import {newFolder} from '../helpers/folders.ts';
import {openTerminal} from '../helpers/terminal.ts';
import {demo, environment, filesAtHead, runDemo, treeIn} from './run-demo.ts';

test('with "review" the app opens on the demo, and leaves it as it was', async () => {
	const folder = newFolder();
	const terminal = openTerminal(process.execPath, [demo, 'review', '--no-color'], {
		cwd: newFolder(),
		env: environment(folder),
	});
	await terminal.waitFor('21 to apply');
	expect(terminal.screen()).toContain('demo/web-shop#7');
	terminal.press('q');
	expect(await terminal.ended).toBe(3);
	const tree = treeIn(folder, 'clone');
	expect(terminal.screen()).toContain(tree.root);
	expect(terminal.screen()).toContain('nothing was written');
	expect(tree.read('README.md')).toBe(filesAtHead()['README.md']);
});

test('another word is a usage error that names what there is', async () => {
	const {ended} = await runDemo({}, {args: ['rewiev']});
	expect(ended.code).toBe(2);
	expect(ended.stderr).toContain('npm run demo -- review');
});

test('in the app, the demo goes on to the end', async () => {
	const folder = newFolder();
	const terminal = openTerminal(process.execPath, [demo, 'review', '--no-color', '--author', 'greptile'], {
		cwd: newFolder(),
		env: {...environment(folder), PATH: `${dirname(process.execPath)}:${process.env.PATH}`},
		columns: 110,
		rows: 36,
	});
	await terminal.waitFor('4 to apply');
	terminal.press('A');
	await terminal.answer('Write 4 changes', 'y');
	await terminal.answer('[ ] push', '4');
	await terminal.answer('[x] push', '5');
	await terminal.waitFor('[x] reply');
	// Nothing starts before all is looked up.
	await terminal.answer('y start', 'y');
	await terminal.waitFor('4 replies');
	expect(terminal.screen()).toContain('Pushed demo/web-shop discounts');
	terminal.press('\x1b');
	await terminal.answer('C next steps', 'q');
	expect(await terminal.ended).toBe(3);
	const tree = treeIn(folder, 'clone');
	expect(tree.git('log', '-1', '--format=%s')).toBe('Apply suggestions from code review');
	expect(tree.git('-C', '../github.git', 'rev-parse', 'discounts')).toBe(tree.head);
});
