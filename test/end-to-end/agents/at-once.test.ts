import {expect, test} from 'vitest';
import {bot} from '../../emulators/github/data.ts';
import {reviewOf} from '../../helpers/review-of.ts';
import {workTree} from '../../helpers/work-tree.ts';

const author = bot('coderabbitai');

test.each(['deferred', 'declined'])('marks of several processes as %s are all kept', async as => {
	const tree = workTree();
	const review = reviewOf(tree);
	for (let line = 1; line < 7; line++) review.suggest('src/list.txt', line, [`entry ${line}`], {author});
	const from = review.save();
	const {json} = await tree.call(['analyze', '--from', from, '--json']);
	const ids = (json as {findings: {id: string}[]}).findings.map(({id}) => id);
	// With a terminal it would be a person's word.
	const mark = (id: string) =>
		tree
			.run(['mark', id, as, '--reason', 'the name is right', '--from', from])
			.then(({code, stderr}) => [code, stderr]);
	expect(await Promise.all(ids.map(mark))).toEqual(ids.map(() => [0, '']));
	const {stdout} = await tree.call(['analyze', '--from', from, '--format', 'agent']);
	expect(stdout.match(new RegExp(`marked ${as}`, 'g'))).toHaveLength(ids.length);
});
