import {expect, test} from 'vitest';
import {readPullRequest} from '../../source/review/read.ts';
import {pullRequest, reviewComment, thread} from '../helpers/pull-request.ts';

const findingsIn = (body: string) => {
	const author = {login: 'coderabbitai', isBot: true};
	return readPullRequest(pullRequest({reviewThreads: [thread([reviewComment(body, {author})])]})).findings;
};

test('what a reader leaves out of a comment is kept for people', () => {
	const prompt = '<details>\n<summary>🤖 Prompt for AI Agents</summary>\n\n```\nRename it.\n```\n\n</details>';
	const [finding] = findingsIn(`_⚠️ Potential issue_\n\n**Rename it.**\n\nWhy not.\n\n${prompt}`);
	const summaries = (finding?.whole ?? []).flatMap(({sections}) => sections.map(({summary}) => summary));
	expect(summaries).toEqual(['🤖 Prompt for AI Agents']);
	expect(finding?.blocks.flatMap(({sections}) => sections)).toEqual([]);
});

test('a comment that is read to its end is kept once', () => {
	expect(findingsIn('Rename it, please.').map(({whole}) => whole)).toEqual([undefined]);
});
