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
	const tree = treeIn(folder);
	expect(terminal.screen()).toContain(tree.root);
	expect(terminal.screen()).toContain('nothing was written');
	expect(tree.read('README.md')).toBe(filesAtHead()['README.md']);
});

test('another word is a usage error that names what there is', async () => {
	const {ended} = await runDemo({}, {args: ['rewiev']});
	expect(ended.code).toBe(2);
	expect(ended.stderr).toContain('npm run demo -- review');
});
