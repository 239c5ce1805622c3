import {createHash} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {readPullRequest} from '../../../source/review/read.ts';
import {matcherOf} from '../../../source/run/memory/match-memory.ts';
import {hasCorpus, readPool} from '../../helpers/corpus.ts';
import {entry} from '../../helpers/memory-entry.ts';
import {bot, pullRequest, reviewComment, thread} from '../../helpers/pull-request.ts';

type Row = {body: string; path: string; repo: string | null};

/**
 * Comments by a team's bot, labelled by hand: 60 with the same demand, before anything matched them; of what is matched
 * besides, those that are alike, and those with another demand.
 */
const labels: {same: string[]; alike: string[]; another: string[]} = JSON.parse(
	readFileSync(new URL('../../fixtures/same-demand.json', import.meta.url), 'utf8'),
);

const idOf = ({path, body}: Row) => createHash('sha256').update(`${path}\n${body}`).digest('hex').slice(0, 12);

test('an entry of two words finds most of what a bot asks for again and again, and hardly anything else', context => {
	if (!hasCorpus) context.skip('the recorded comments are not here');
	const isAlike = matcherOf(entry({words: ['t.Run', 'Should'], path: '**/*_test.go'}));
	const matched = new Set<string>();
	for (const row of readPool<Row>().filter(({repo}) => repo?.startsWith('compozy/'))) {
		const asked = thread([reviewComment(row.body, {author: bot('coderabbitai')})], {path: row.path});
		if (readPullRequest(pullRequest({reviewThreads: [asked]})).findings.some(isAlike)) matched.add(idOf(row));
	}
	const found = labels.same.filter(id => matched.has(id));
	expect(labels.same).toHaveLength(60);
	expect(found.length).toBeGreaterThanOrEqual(30);
	const known = new Set([...labels.same, ...labels.alike]);
	const others = [...matched].filter(id => !known.has(id));
	expect(others).toEqual(labels.another);
	expect(others.length / matched.size).toBeLessThanOrEqual(0.02);
});
