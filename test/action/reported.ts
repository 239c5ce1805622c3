import type {Report} from '../../source/run/report/report.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {workTree} from '../helpers/work-tree.ts';

type Finding = Report['findings'][number];

/** The report of a real run with one finding that is left, repeated so often; `vary` changes a few things of each. */
export async function reportWith(count: number, vary: (index: number) => Partial<Finding>): Promise<Report> {
	const tree = workTree();
	const from = reviewOf(tree).comment('src/list.txt', 2, 'Name it.').save();
	const {json} = await tree.call(['analyze', '--from', from, '--json']);
	const report = json as Report;
	const [finding] = report.findings;
	const findings = Array.from(
		{length: count},
		(_, index): Finding => ({
			...finding!,
			...{outcome: 'needs-person', reason: 'no suggestion'},
			...vary(index),
		}),
	);
	return {...report, findings};
}
