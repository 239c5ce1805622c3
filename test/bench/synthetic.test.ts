import {expect, test} from 'vitest';
import {planFor, reportOn} from '../../bench/pipeline.ts';
import {shapes, snapshotOf, synthesize} from '../../bench/synthetic.ts';

const inputOf = (shape: keyof typeof shapes, count: number) => {
	const synthetic = synthesize(shapes[shape], count);
	return {pullRequest: synthetic.pullRequest, snapshot: snapshotOf(synthetic)};
};

test.each(['over 100 files', 'in one file'] as const)('comments %s are all planned, half of them moved', shape => {
	const {rulings, conflicts} = planFor(inputOf(shape, 250)).plan;
	expect(conflicts).toEqual([]);
	expect(rulings.map(({outcome}) => outcome)).toEqual(Array(250).fill('apply'));
	const kinds = Object.groupBy(rulings, ({proposal}) => proposal.placement.kind);
	expect(kinds.exact).toHaveLength(125);
	expect(kinds.moved).toHaveLength(125);
});

test('comments on the same lines are one conflict', () => {
	const {conflicts, rulings} = planFor(inputOf('on the same lines', 250)).plan;
	expect(conflicts.map(({kind, proposals}) => [kind, proposals.length])).toEqual([['same-lines', 250]]);
	expect(new Set(rulings.map(({outcome}) => outcome))).toEqual(new Set(['conflict']));
});

test('a report on them has a diff of every change', () => {
	const {changes, summary} = reportOn(inputOf('over 100 files', 250));
	expect(summary).toMatchObject({findings: 250, planned: 250});
	expect(changes.every(({diff}) => diff.startsWith('@@ '))).toBe(true);
});
