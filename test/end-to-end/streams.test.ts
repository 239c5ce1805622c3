import {existsSync} from 'node:fs';
import {expect, test} from 'vitest';
import {reviewOf} from '../helpers/review-of.ts';
import {workTree} from '../helpers/work-tree.ts';

const hasFullDevice = existsSync('/dev/full');

test.runIf(hasFullDevice).each([
	['as text', []],
	['as JSON', ['--json']],
])(
	'a result that there is no room for, %s, is missed with 1 and words; what was written can be taken back',
	async (_, flags) => {
		const tree = workTree();
		const from = reviewOf(tree).suggest('src/list.txt', 2, ['item two']).save();
		const before = tree.snapshot();
		const {code, stderr} = await tree.run(['apply', '--from', from, ...flags], {shell: '"$@" > /dev/full'});
		expect(code).toBe(1);
		expect(stderr).toContain('pr-resolve: The result could not be written to stdout (ENOSPC).');
		expect(stderr).toContain('pr-resolve runs');
		expect(stderr).not.toContain('mistake');
		expect(tree.read('src/list.txt')).toContain('item two');
		expect((await tree.run(['undo'])).code).toBe(0);
		expect(tree.snapshot()).toEqual(before);
	},
);

test.each(['| true', '| head -c 1', '>&-', '2>&-', '<&-'])('apply %s goes on to its end', async redirection => {
	const tree = workTree();
	const from = reviewOf(tree).suggest('src/list.txt', 2, ['item two']).save();
	await tree.run(['apply', '--from', from], {shell: `"$@" ${redirection}`});
	expect(tree.read('src/list.txt')).toContain('item two');
	expect((await tree.run(['runs'])).stdout).toContain('done');
});
