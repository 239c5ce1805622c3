import {createHash} from 'node:crypto';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {loadRecording} from '../../../source/github/recording.ts';
import {memoize} from '../../../source/review/memoize.ts';
import {readPullRequest} from '../../../source/review/read.ts';
import {countingRules, type FindingClass} from '../../../source/run/stats/counted.ts';
import {type CorpusCase, hasCorpus, materialize, readCases} from '../../helpers/corpus.ts';
import {plainFolder} from '../../helpers/work-tree.ts';
import {countOf} from './counting.ts';

const cases = hasCorpus ? readCases('pull') : [];

/** Labeled by hand before any answer of the program was looked at. */
const labels: readonly {case: string; finding: string; class: FindingClass}[] = JSON.parse(
	readFileSync(join(import.meta.dirname, '../../fixtures/stats/pull-labels.json'), 'utf8'),
);

/** A pull request with what was counted in it. */
const countCase = memoize(async (given: CorpusCase) => {
	const tree = plainFolder();
	const recording = join(tree.home, 'comments.json');
	writeFileSync(recording, JSON.stringify(await materialize(given, tree.root)));
	const pullRequest = await loadRecording(recording);
	const commits = Number(tree.git('rev-list', '--count', 'HEAD')) - 1;
	return {pullRequest, counted: await countOf(tree, pullRequest, {head: tree.head, commits})};
});

describe.skipIf(!hasCorpus)('whole pull requests', () => {
	test.each(cases)('$id: what is counted and what is not are its findings', async given => {
		const {pullRequest, counted} = await countCase(given);
		const {findings, notCounted} = counted;
		const all = readPullRequest(pullRequest, {includeResolved: true, excludeOutdated: false}).findings;
		const others = Object.values(notCounted).reduce((sum, number) => sum + number, 0);
		expect(findings.length + others).toBe(all.length);
		const asking = all.filter(({disposition}) => disposition?.outcome !== 'not-actionable');
		expect(findings.map(({id}) => id)).toEqual(expect.arrayContaining(asking.map(({id}) => id)));
	});

	test('what was counted by other rules is counted again', async () => {
		const counted = await Promise.all(cases.map(async given => (await countCase(given)).counted.findings));
		const classes = counted.map(findings => findings.map(({id, class: name, why}) => [id, name, why]));
		const hash = createHash('sha256').update(JSON.stringify(classes)).digest('hex').slice(0, 10);
		// Where the hash changes, raise the number of the rules.
		expect([countingRules, hash]).toEqual([1, 'aaf7d187fa']);
	});

	test(`at least 95% of ${labels.length} labels agree, and none is wrongly taken`, async () => {
		const classes = new Map<string, FindingClass>();
		for (const given of cases)
			for (const finding of (await countCase(given)).counted.findings)
				classes.set(`${given.id} ${finding.id}`, finding.class);
		const answers = labels.map(label => ({...label, answer: classes.get(`${label.case} ${label.finding}`)}));
		expect(answers).toHaveLength(100);
		const others = answers.filter(label => label.answer !== label.class);
		expect(others.length).toBeLessThanOrEqual(5);
		expect(others.filter(({answer}) => answer === undefined || answer === 'taken')).toEqual([]);
	});
});
