import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {loadRecording} from '../../../source/github/recording.ts';
import {readPullRequest} from '../../../source/review/read.ts';
import {hasCorpus, materialize, readCases} from '../../helpers/corpus.ts';
import {plainFolder} from '../../helpers/work-tree.ts';
import {countOf} from './counting.ts';

const cases = hasCorpus ? readCases('pull') : [];

describe.skipIf(!hasCorpus)('whole pull requests', () => {
	test.each(cases)('$id: what is counted and what is not are its findings', async given => {
		const tree = plainFolder();
		const recording = join(tree.home, 'comments.json');
		writeFileSync(recording, JSON.stringify(await materialize(given, tree.root)));
		const pullRequest = await loadRecording(recording);
		const commits = Number(tree.git('rev-list', '--count', 'HEAD')) - 1;
		const {findings, notCounted} = await countOf(tree, pullRequest, {head: tree.head, commits});
		const all = readPullRequest(pullRequest, {includeResolved: true, excludeOutdated: false}).findings;
		const others = Object.values(notCounted).reduce((sum, number) => sum + number, 0);
		expect(findings.length + others).toBe(all.length);
		const asking = all.filter(({disposition}) => disposition?.outcome !== 'not-actionable');
		expect(findings.map(({id}) => id)).toEqual(expect.arrayContaining(asking.map(({id}) => id)));
	});
});
