import {expect, test} from 'vitest';
import {bot} from '../../emulators/github/data.ts';
import {pushing} from './pushing.ts';

test('--publish pushes, answers with the commit that is on the pull request, and resolves', async () => {
	const {tree, env, there} = await pushing({
		review: review => void review.suggest('src/list.txt', 2, ['item two'], {author: bot('coderabbitai')}),
	});
	const {code, json} = await tree.call(['apply', '7', '--publish', '--json'], {env});
	const report = json as {
		stops: unknown[];
		publication: {replies: number; resolved: number; target: {after: string}};
		findings: {closing: {text: string; resolved: boolean}}[];
	};
	expect([report.stops, code]).toEqual([[], 0]);
	expect(there()).toBe(tree.head);
	expect(report.publication).toMatchObject({replies: 1, resolved: 1, target: {after: tree.head}});
	expect(report.findings[0]!.closing).toMatchObject({text: `Applied in ${tree.head}.`, resolved: true});
});
