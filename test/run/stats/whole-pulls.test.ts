import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {loadRecording} from '../../../source/github/recording.ts';
import {readPullRequest} from '../../../source/review/read.ts';
import type {FindingClass} from '../../../source/run/stats/counted.ts';
import {hasCorpus, materialize, readCases} from '../../helpers/corpus.ts';
import {plainFolder} from '../../helpers/work-tree.ts';
import {countOf} from './counting.ts';

const cases = hasCorpus ? readCases('pull') : [];

/** Labeled by hand before any answer of the program was looked at. */
const labels: readonly {case: string; finding: string; class: FindingClass}[] = JSON.parse(
	readFileSync(join(import.meta.dirname, '../../fixtures/stats/pull-labels.json'), 'utf8'),
);

describe.skipIf(!hasCorpus)('whole pull requests', () => {
	const classes = new Map<string, FindingClass>();

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
		for (const finding of findings) classes.set(`${given.id} ${finding.id}`, finding.class);
	});

	test(`at least 95% of ${labels.length} labels agree, and none is wrongly taken`, () => {
		const answers = labels.map(label => ({...label, answer: classes.get(`${label.case} ${label.finding}`)}));
		expect(answers).toHaveLength(100);
		const others = answers.filter(label => label.answer !== label.class);
		expect(others.length).toBeLessThanOrEqual(5);
		expect(others.filter(({answer}) => answer === undefined || answer === 'taken')).toEqual([]);
	});
});
