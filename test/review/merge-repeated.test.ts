import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Finding} from '../../source/review/finding.ts';
import {readPullRequest} from '../../source/review/read.ts';
import {person, pullRequest, reviewComment, suggestion, thread} from '../helpers/pull-request.ts';

/** What one member says on line 2 of a file, comment by comment. */
const read = (...bodies: string[]): Finding[] =>
	readPullRequest(
		pullRequest({
			reviewThreads: bodies.map((body, index) =>
				thread([reviewComment(body, {id: String(index), author: person('ann')})], {path: 'a.txt', line: 2}),
			),
		}),
	).findings;

const told = (findings: readonly Finding[]) =>
	findings.map(({source, alsoTold}) => [source.commentId, ...alsoTold.map(({commentId}) => commentId)]);

test('remarks that only begin alike are findings of their own', () => {
	const bodies = ['the SQL below is open to injection', 'the timeout of 0 hangs the server'];
	const findings = read(
		`Please change this:\n${suggestion('TWO')}`,
		...bodies.map(body => `Please change this:\n${body}`),
	);
	expect(told(findings)).toEqual([['0'], ['1'], ['2']]);
});

test('the same lines of two files are two findings', () => {
	const body = (path: string) =>
		`**Use TWO everywhere**\n\n\`\`\`diff\n--- a/${path}\n+++ b/${path}\n@@\n-two\n+TWO\n\`\`\``;
	expect(told(read(body('a.txt'), body('b.txt')))).toEqual([['0'], ['1']]);
});

test.each<[string, string[], string[][]]>([
	['the same remark', ['Wrong,  here.', 'Wrong,\nhere.'], [['0', '1']]],
	['signs that differ', ['Use `==`.', 'Use `!=`.'], [['0'], ['1']]],
	['code blocks that differ', ['Run:\n\n```sh\na\n```', 'Run:\n\n```sh\nb\n```'], [['0'], ['1']]],
	['the same code in other words', [`One.\n\n${suggestion('a')}`, `Two.\n\n${suggestion('a')}`], [['0', '1']]],
	['a remark, and the same with code', ['One.', `One.\n\n${suggestion('a')}`], [['1', '0']]],
	['the same remark with other code', [`One.\n\n${suggestion('a')}`, `One.\n\n${suggestion('b')}`], [['0'], ['1']]],
	['code that cannot be read', ['One.\n```suggestion\na', 'One.\n```suggestion\nb'], [['0'], ['1']]],
	['pictures that differ', ['![a](https://x/a.png)', '![a](https://x/b.png)'], [['0'], ['1']]],
])('%s', (_, bodies, expected) => expect(told(read(...bodies))).toEqual(expected));

test('a repetition in other words keeps its text', () => {
	const [finding] = read(`One.\n\n${suggestion('a')}`, `Two, too.\n\n${suggestion('a')}`, 'One.');
	expect(finding!.alsoTold).toMatchObject([
		{commentId: '1', words: expect.stringContaining('Two, too.')},
		{commentId: '2', words: null},
	]);
});

const body = fc
	.tuple(
		fc.constantFrom('Please change this:', 'Please change this: ', '**Wrong.**', ''),
		fc.constantFrom('', 'it leaks', 'it is slow', '`a` < `b`', '`a` > `b`'),
		fc.constantFrom(
			'',
			suggestion('x'),
			suggestion('y'),
			'```diff\n-a\n+b\n```',
			'```diff\n-a\n+c\n```',
			'```suggestion\nx',
		),
	)
	.map(parts => parts.filter(Boolean).join('\n\n') || 'Why?');

const codeOf = ({changes, sketches}: Finding) =>
	JSON.stringify([changes.map(({replacement}) => replacement), sketches.map(({hunks}) => hunks)]);

const wordsOf = (body: string) =>
	body
		.replace(/```(?:suggestion|diff)\n[\s\S]*?```/g, '')
		.replace(/\s+/g, ' ')
		.trim();

test('each comment is a finding, or part of one with the same text or code', () => {
	fc.assert(
		fc.property(fc.array(body, {minLength: 1, maxLength: 8}), bodies => {
			const findings = read(...bodies);
			const all = findings.flatMap(({source, alsoTold}) => [
				source.commentId,
				...alsoTold.map(({commentId}) => commentId),
			]);
			expect(all.toSorted()).toEqual(bodies.map((_, index) => String(index)));
			for (const finding of findings) {
				for (const {commentId, words} of finding.alsoTold) {
					const [alone] = read(bodies[Number(commentId)]!);
					const isSaid = wordsOf(bodies[Number(commentId)]!) === wordsOf(bodies[Number(finding.source.commentId)]!);
					const hasCode = alone!.changes.length + alone!.sketches.length > 0;
					expect(hasCode ? codeOf(alone!) === codeOf(finding) : isSaid).toBe(true);
					expect(words === null).toBe(isSaid);
				}
			}
		}),
		{numRuns: 300},
	);
});
