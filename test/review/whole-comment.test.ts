import {expect, test} from 'vitest';
import {readPullRequest} from '../../source/review/read.ts';
import {readingOf} from '../../source/review/whole-comment.ts';
import {pullRequest, reviewComment, thread} from '../helpers/pull-request.ts';

const findingsIn = (body: string) => {
	const author = {login: 'coderabbitai', isBot: true};
	return readPullRequest(pullRequest({reviewThreads: [thread([reviewComment(body, {author})])]})).findings;
};

test('what a reader leaves out of a comment is kept for people', () => {
	const prompt = '<details>\n<summary>🤖 Prompt for AI Agents</summary>\n\n```\nRename it.\n```\n\n</details>';
	const [finding] = findingsIn(`_⚠️ Potential issue_\n\n**Rename it.**\n\nWhy not.\n\n${prompt}`);
	const summaries = (finding?.whole?.blocks ?? []).flatMap(({sections}) => sections.map(({summary}) => summary));
	expect(summaries).toEqual(['🤖 Prompt for AI Agents']);
	expect(finding?.blocks.flatMap(({sections}) => sections)).toEqual([]);
});

test('a comment that is read to its end is kept once', () => {
	expect(findingsIn('Rename it, please.').map(({whole}) => whole)).toEqual([undefined]);
});

test('a comment with several findings is in a fold below each of them', () => {
	const analysis = '<details>\n<summary>🧩 Analysis chain</summary>\n\nSearched the code.\n\n</details>';
	const item = (name: string) => `_⚠️ Potential issue_ | _🟡 Minor_\n\n**Rename ${name}.**\n\n${analysis}\n\nWhy.`;
	const findings = findingsIn([item('one'), item('two')].join('\n\n---\n\n'));
	expect(findings.map(({title}) => title)).toEqual(['Rename one.', 'Rename two.']);
	for (const finding of findings) {
		const inFold = readingOf(finding).filter(({sections}) => sections[0] === finding.whole?.fold);
		expect(inFold.flatMap(block => (block.kind === 'prose' ? block.text : []))).toEqual(
			expect.arrayContaining(['Searched the code.', '**Rename one.**', '**Rename two.**']),
		);
	}
});
