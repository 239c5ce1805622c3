import {countTokens} from 'gpt-tokenizer/encoding/o200k_base';
import {describe, expect, test} from 'vitest';
import {showFindings} from '../../../source/agents/view/details.ts';
import {estimateTokens} from '../../../source/agents/view/tokens.ts';
import {hasCorpus, readLabelled, readPool} from '../../helpers/corpus.ts';
import {bot, pullRequest, reviewComment, thread} from '../../helpers/pull-request.ts';
import {readView} from '../../helpers/read-view.ts';

test.each([
	['', 0],
	['abc', 1],
	['abcd', 2],
	['é', 1],
	['한국어', 3],
	['😀', 1],
	['abc😀', 2],
	['\ud83d', 1],
])('estimates %j as %d', (text, tokens) => {
	expect(estimateTokens(text)).toBe(tokens);
});

/** An answer about a comment, with all its text or at most so many tokens. */
function answerOf(body: string, maxTokens: number | null): string {
	const view = readView(pullRequest({reviewThreads: [thread([reviewComment(body, {author: bot('a-bot')})])]}));
	const ids = view.state.findings.slice(0, 1).map(({id}) => id);
	return showFindings(view, ids, {maxTokens, random: () => 'k3x9q0'});
}

describe.skipIf(!hasCorpus)('real comments', () => {
	const rows = [...readLabelled<{body: string}>(), ...readPool<{body: string}>()];
	const bodies = [...new Set(rows.map(({body}) => body))];

	test('have fewer tokens than is estimated', {timeout: 60_000}, () => {
		expect(bodies.length).toBeGreaterThan(1000);
		const whole = bodies.map(body => answerOf(body, null)).join('\n');
		expect(countTokens(whole)).toBeLessThan(estimateTokens(whole));
	});

	test('make no answer longer than it may be', {timeout: 60_000}, () => {
		const answers = bodies.map(body => answerOf(body, 500));
		expect(answers.filter(text => countTokens(text) > 500)).toEqual([]);
	});
});
