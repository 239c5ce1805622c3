import {beforeAll, describe, expect, test} from 'vitest';
import {disputed} from '../../bench/accuracy/labels/disputed.ts';
import type {RowJudgement} from '../../bench/accuracy/labels/judge-row.ts';
import {judgePool, summarizePool} from '../../bench/accuracy/labels/pool.ts';
import {openLabels} from '../../bench/accuracy/labels/rows.ts';
import {scoreRows} from '../../bench/accuracy/labels/score.ts';
import {summarizeRows} from '../../bench/accuracy/labels/summary.ts';
import {corpusFolder, hasCorpus} from '../helpers/corpus.ts';

const {signal} = new AbortController();

describe.skipIf(!hasCorpus)('the labelled comments', () => {
	const labels = hasCorpus ? openLabels(corpusFolder)! : null;
	let judgements: RowJudgement[] = [];
	beforeAll(async () => {
		judgements = await scoreRows(labels!, signal);
	});
	const idsOf = (isOff: (judgement: RowJudgement) => boolean) => judgements.filter(isOff).map(({id}) => id);
	const without = (ids: string[], known: Record<string, string>) => ids.filter(id => !Object.hasOwn(known, id));

	test('no change is made that the label does not have', () => {
		expect(judgements).toHaveLength(labels!.rows.length);
		expect(idsOf(({changes}) => changes.wrong > 0)).toEqual([]);
	});

	test('the changes that a reader can take are made', () => {
		expect(
			without(
				idsOf(({changes}) => changes.right < changes.takeable),
				disputed.changes,
			),
		).toEqual([]);
	});

	test('it is right what asks for something, and how severe it is', () => {
		expect(
			without(
				idsOf(({isActionableRight}) => !isActionableRight),
				disputed.actionable,
			),
		).toEqual([]);
		expect(
			without(
				idsOf(({isSeverityRight}) => !isSeverityRight),
				disputed.severity,
			),
		).toEqual([]);
	});

	test('nine of ten agree on needing a model', () => {
		const {sum} = summarizeRows(judgements);
		expect(sum.need / sum.comments).toBeGreaterThanOrEqual(0.9);
	});

	test('every other comment ends in outcomes with a reason', async () => {
		const {sum} = summarizePool(await judgePool(labels!.pool, signal));
		expect(sum).toMatchObject({comments: labels!.pool.length, crashed: 0, unreported: 0});
	});
});
