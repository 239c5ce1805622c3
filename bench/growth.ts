import createMarkdownIt from 'markdown-it';
import type {PullRequest} from '../source/review/comment.ts';
import {readBlocks} from '../source/review/markdown.ts';
import type {Benchmark, Machine} from './benchmark.ts';
import {type Figure, type Measured, ms} from './figure.ts';
import {planFor, reportOn} from './pipeline.ts';
import {shapes, snapshotOf, synthesize} from './synthetic.ts';
import {timeInTurns} from './timing.ts';

const few = 500;
const many = 5000;
const plan = {runs: 7, warmUp: 2};

const markdown = createMarkdownIt('default', {html: true});

const linear = {
	unit: 'x',
	bound: 12,
	meaning: `How the time grows with the size of a pull request. Ten times the comments take about ten times as long if the work is linear, a hundred times if it is quadratic. The bound leaves room for sorting and garbage collection.`,
};
const toPlan: Figure = {...linear, name: `reading to plan of ${many} comments vs. ${few}`};
const toReport: Figure = {...linear, name: `reading to report of ${many} comments vs. ${few}`};
const informative = {
	unit: 'x',
	bound: null,
	meaning: "Markdown's share of the time; the rest is placement, conflicts and decisions.",
};
const toBlocks: Figure = {
	...informative,
	name: `reading to plan of ${many} comments vs. splitting their Markdown into blocks`,
};
const toParse: Figure = {
	...informative,
	name: `reading to plan of ${many} comments vs. parsing them with markdown-it`,
};

export const growth: Benchmark = {
	about: "How the time grows with the number of comments, and Markdown's share of it.",
	seconds: 150,
	figures: [toPlan, toReport, toBlocks, toParse],
	measure,
};

function measure({now}: Machine): Measured[] {
	return Object.entries(shapes).flatMap(([of, shape]) => {
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
		const ratio = (figure: Figure, above: keyof typeof times, below: keyof typeof times): Measured => ({
			figure,
			of,
			value: times[above] / times[below],
			detail: `${ms(times[above])} / ${ms(times[below])}`,
		});
		return [
			ratio(toPlan, 'many', 'few'),
			ratio(toReport, 'manyReported', 'fewReported'),
			ratio(toBlocks, 'many', 'blocks'),
			ratio(toParse, 'many', 'parse'),
		];
	});
}

type Sample = Parameters<typeof planFor>[0];

const bodiesOf = ({reviewThreads}: PullRequest) =>
	reviewThreads.flatMap(({comments}) => comments.map(({body}) => body));
