import {expect, test} from 'vitest';
import {bot} from '../../emulators/github/data.ts';
import {hostOf} from '../../helpers/host.ts';
import {longToken} from '../../helpers/long-token.ts';
import {type Review, reviewOf} from '../../helpers/review-of.ts';
import {numbered, workTree} from '../../helpers/work-tree.ts';
import {act} from './acting.ts';

const many = 60;

/** Two changes to each of sixty lines, which contradict each other. */
function contradict(review: Review): Review {
	for (let line = 1; line <= many; line += 1) {
		for (const word of ['one', 'two']) {
			review.suggest('src/many.txt', line, [`${word} ${line}`], {author: bot('coderabbitai')});
		}
	}
	return review;
}

async function checked(checks: 'read' | 'write') {
	const tree = workTree({'src/many.txt': numbered('item', many)});
	const tokens = {[longToken]: {login: 'resolver[bot]', scopes: null, isApp: true, permissions: {checks}}};
	const host = await hostOf([contradict(reviewOf(tree))], {tokens});
	host.env.GITHUB_TOKEN = longToken;
	const ended = await act({tree, host, inputs: {publish: 'false'}});
	return {...ended, tree, runs: host.world.checkRuns};
}

test('with the permission for checks, all findings that are left are shown on the head', async () => {
	const {code, tree, runs, annotations} = await checked('write');
	expect([code, annotations('warning').length]).toEqual([0, 10]);
	expect(runs).toMatchObject([{head_sha: tree.head, conclusion: 'neutral', output: {title: 'open'}}]);
	expect(runs[0]!.output.annotations).toHaveLength(2 * many);
	expect(runs[0]!.output.annotations).toContainEqual(
		expect.objectContaining({path: 'src/many.txt', start_line: 60, end_line: 60, annotation_level: 'warning'}),
	);
});

test('without it, the step ends in the same way', async () => {
	const {code, runs, annotations} = await checked('read');
	expect([code, annotations('warning').length, annotations('error')]).toEqual([0, 10, []]);
	expect(runs).toEqual([]);
});
