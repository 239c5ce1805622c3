import {expect, test, vi} from 'vitest';
import {reviewOf} from '../helpers/review-of.ts';
import {workTree} from '../helpers/work-tree.ts';

vi.setConfig({testTimeout: 240_000});

type Report = {
	changes: {path: string; outcome: string; reason: string}[];
	files: {path: string; syntax: string}[];
	warnings: {kind: string; text: string}[];
};

test('a suggestion that the parser never finishes is held back, and all others are still checked', async () => {
	const tree = workTree({
		'a.sh': 'echo 1\necho 2\necho 3\n',
		'b.ts': 'const a = 1;\nconst b = 2;\n',
		'c.py': 'a = 1\nb = 2\n',
		'd.go': 'package d\n\nvar a = 1\n',
	});
	const from = reviewOf(tree)
		.suggest('a.sh', 1, ['echo one'])
		.suggest('a.sh', 2, ['<'.repeat(60_000)])
		.suggest('a.sh', 3, ['echo three'])
		.suggest('b.ts', 2, ['const b = ((( ;'])
		.suggest('c.py', 2, ['b = ((( ;'])
		.suggest('d.go', 3, ['var a = ((( ;'])
		.suggest('b.ts', 1, ['const a = 10;'])
		.save();
	const {code, json, stderr} = await tree.run(['apply', '--from', from, '--json']);
	const {changes, files, warnings} = json as Report;
	expect(code).toBe(3);
	expect(changes.filter(({outcome}) => outcome === 'applied').map(({path}) => path)).toEqual(['a.sh', 'a.sh', 'b.ts']);
	expect(changes.filter(({outcome}) => outcome !== 'applied')).toMatchObject([
		{path: 'a.sh', outcome: 'needs-person', reason: expect.stringContaining('the syntax check did not finish')},
		...['b.ts', 'c.py', 'd.go'].map(path => ({path, reason: expect.stringContaining('it adds a syntax error')})),
	]);
	expect(files).toMatchObject([
		{path: 'a.sh', syntax: 'ok'},
		{path: 'b.ts', syntax: 'ok'},
	]);
	expect(warnings.filter(({kind}) => kind === 'syntax-check')).toMatchObject([{text: expect.stringContaining('a.sh')}]);
	expect(stderr).toMatch(/^WARNING the syntax check of a\.sh did not finish/m);
	expect(tree.read('a.sh')).toBe('echo one\necho 2\necho three\n');
});
