import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {countTokens} from 'gpt-tokenizer/encoding/o200k_base';
import {describe, expect, test} from 'vitest';
import {listFindings} from '../../../source/agents/view/list.ts';
import type {PullRequest} from '../../../source/review/comment.ts';
import {judgeFindings} from '../../../source/run/report/outcome.ts';
import {viewOf} from '../../helpers/agent-view.ts';
import {hasCorpus, materialize, readCases} from '../../helpers/corpus.ts';
import {newFolder} from '../../helpers/folders.ts';
import {WorkTree} from '../../helpers/work-tree.ts';

/** What GitHub answers about the threads, without the diff hunks. */
const rawThreads = ({reviewThreads}: PullRequest) =>
	JSON.stringify(
		reviewThreads.map(({id, isResolved, isOutdated, path, line, startLine, comments}) => ({
			...{id, isResolved, isOutdated, path, line, startLine},
			comments: comments.map(({id: databaseId, nodeId, body, author, createdAt, url}) => {
				return {id: nodeId, databaseId, body, author: author?.login, createdAt, url};
			}),
		})),
	);

describe.skipIf(!hasCorpus)('whole pull requests', () => {
	test.each(hasCorpus ? readCases('pull') : [])('$id: every finding, in at most 0.3 of the tokens', async one => {
		const home = newFolder();
		const root = join(home, 'repository');
		const recording = join(home, 'comments.json');
		writeFileSync(recording, JSON.stringify(await materialize(one, root)));
		const view = await viewOf(new WorkTree(root, home), recording);
		const text = listFindings(view, {filter: '', maxTokens: null, cursor: null});
		const {pullRequest} = view.state;
		expect(countTokens(text) / countTokens(rawThreads(pullRequest!))).toBeLessThanOrEqual(0.3);
		const rows = text.split('\n').flatMap(row => /^(f[0-9a-f]{5,}) /.exec(row)?.[1] ?? []);
		const judged = judgeFindings(view.state);
		const idle = judged.filter(({verdict}) => verdict.outcome === 'not-actionable').length;
		expect(rows.length + idle).toBe(judged.length);
		expect(judged.filter(({finding}) => rows.some(id => finding.id.startsWith(id)))).toHaveLength(rows.length);
	});
});
