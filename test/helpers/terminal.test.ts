import {expect, test} from 'vitest';
import {openTerminal} from './terminal.ts';

const open = (script: string) => openTerminal('/bin/sh', ['-c', script], {cwd: '/', env: {PATH: process.env.PATH}});

test('a wait for a text that never appears ends with an error that shows the screen', async () => {
	const terminal = open('echo something else; read line');
	await terminal.waitFor('something');
	await expect(terminal.waitFor('a word', 20)).rejects.toThrow('in 0.02 s it did not show a word:\nsomething else');
	await expect(terminal.waitFor(/a pattern/, 20)).rejects.toThrow('did not show /a pattern/:\nsomething else');
});

test('where the program ends, nothing is waited for any more', async () => {
	const terminal = open('echo the end; exit 7');
	await expect(terminal.waitFor('a word')).rejects.toThrow('ended with 7 before it showed a word:\nthe end');
});
