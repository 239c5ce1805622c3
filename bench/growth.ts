import createMarkdownIt from 'markdown-it';
import type {PullRequest} from '../source/review/comment.ts';
import {readBlocks} from '../source/review/markdown.ts';
import type {Benchmark} from './benchmark.ts';
import {type Figure, ms} from './figure.ts';
import {planFor, reportOn} from './pipeline.ts';
import {shapes, snapshotOf, synthesize} from './synthetic.ts';
import {timeInTurns} from './timing.ts';

const few = 500;
const many = 5000;
/** Ten times the comments may take at most this many times the time. */
const bound = 12;
const plan = {runs: 7, warmUp: 2};

const markdown = createMarkdownIt('default', {html: true});

/** How the time grows with the number of comments, wherever they stand, and what part of it reading Markdown is. */
export const growth: Benchmark = ({now}) =>
	Object.entries(shapes).flatMap(([name, shape]): Figure[] => {
		const [small, large] = [few, many].map(count => {
			const synthetic = synthesize(shape, count);
			return {pullRequest: synthetic.pullRequest, snapshot: snapshotOf(synthetic)};
		}) as [Sample, Sample];
		const texts = bodiesOf(large.pullRequest);
		const times = timeInTurns(
			{
				few: {run: () => planFor(small)},
				many: {run: () => planFor(large)},
				fewReported: {run: () => reportOn(small)},
				manyReported: {run: () => reportOn(large)},
				blocks: {run: () => texts.forEach(text => void readBlocks(text))},
				parse: {run: () => texts.forEach(text => void markdown.parse(text, {}))},
			},
			{...plan, now},
		);
		const ratio = (
			what: string,
			above: keyof typeof times,
			below: keyof typeof times,
			limit: number | null,
		): Figure => ({
			name: `${many} comments ${name}: ${what}`,
			ratio: times[above] / times[below],
			bound: limit,
			detail: `${ms(times[above])} / ${ms(times[below])}`,
		});
		return [
			ratio(`reading to plan, to that of ${few}`, 'many', 'few', bound),
			ratio(`reading to report, to that of ${few}`, 'manyReported', 'fewReported', bound),
			ratio('reading to plan, to cutting the bodies into blocks', 'many', 'blocks', null),
			ratio('reading to plan, to a plain markdown-it parse of the bodies', 'many', 'parse', null),
		];
	});

type Sample = Parameters<typeof planFor>[0];

const bodiesOf = ({reviewThreads}: PullRequest) =>
	reviewThreads.flatMap(({comments}) => comments.map(({body}) => body));
