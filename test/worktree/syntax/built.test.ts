import {fork} from 'node:child_process';
import {once} from 'node:events';
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import type {ParserQuestion} from '../../../source/worktree/syntax/protocol.ts';

const root = join(import.meta.dirname, '../../..');
const chunks = join(root, 'dist/chunks');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

test('the built program finds its parser and its grammars', async () => {
	const child = fork(join(chunks, 'child.js'), {execArgv: ['--liftoff-only'], env: {}, serialization: 'advanced'});
	onTestFinished(() => {
		child.kill();
	});
	const question: ParserQuestion = {
		language: 'go',
		before: Buffer.from('package a\n'),
		after: Buffer.from('package a\n)\n'),
		added: 2,
	};
	// It says first that it can begin.
	await once(child, 'message');
	child.send(question);
	expect(await once(child, 'message')).toEqual([{verdict: 'errors-added'}, undefined]);
});

test('what it loads at run time comes with an install', () => {
	expect(Object.keys(manifest.dependencies)).toEqual(['@vscode/tree-sitter-wasm', 'web-tree-sitter']);
});

test('the file that starts it is beside it', () => {
	const starters = readdirSync(join(root, 'dist'), {recursive: true, encoding: 'utf8'})
		.filter(name => name.endsWith('.js'))
		.filter(name => readFileSync(join(root, 'dist', name), 'utf8').includes('--liftoff-only'));
	expect(starters.filter(name => !name.startsWith('chunks/'))).toEqual([]);
});
