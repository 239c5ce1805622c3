import {expect, test} from 'vitest';
import {bot} from '../../emulators/github/data.ts';
import {reviewOf} from '../../helpers/review-of.ts';
import {workTree} from '../../helpers/work-tree.ts';
import {serving} from './serving.ts';

const author = bot('coderabbitai');

const idsIn = (text: string) => text.match(/^f[0-9a-f]{5,}(?= )/gm) ?? [];

test('marks of calls at the same time are all kept', async () => {
	const tree = workTree();
	const review = reviewOf(tree);
	for (let line = 1; line < 9; line++) review.suggest('src/list.txt', line, [`entry ${line}`], {author});
	const {call} = await serving({cwd: tree.root, env: tree.env}, ['--from', review.save()]);
	const ids = idsIn((await call('list_findings')).text);
	await Promise.all(ids.map(id => call('mark', {id, as: 'deferred', reason: 'to be decided'})));
	expect((await call('list_findings', {refresh: true})).text.match(/marked deferred/g)).toHaveLength(ids.length);
});
