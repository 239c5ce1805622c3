import type {Benchmark} from './benchmark.ts';
import {ms} from './figure.ts';
import {type Input, planFor} from './pipeline.ts';
import {shapes, snapshotOf, synthesize} from './synthetic.ts';
import {timeInTurns} from './timing.ts';

const megabyte = 1_000_000;
/** Twice the length may take at most this many times the time: linear, with room for the garbage collector. */
const bound = 3;
/** Short times scatter more, and the worst of many is sought: they are taken more often. */
const runsFor = (time: number) => (time < 300 ? 25 : 5);

const fence = '```';
const repeat = (part: string) => (length: number) => part.repeat(Math.ceil(length / part.length));

/** Parts of growing length up to this length in all. */
function growing(part: (index: number) => string) {
	return (length: number) => {
		const parts: string[] = [];
		for (let index = 0, sum = 0; sum < length; index++) {
			parts.push(part(index));
			sum += parts[index]!.length;
		}
		return parts.join('');
	};
}

/** Bodies that make a careless reader of Markdown slow, by their length. */
const kinds: Record<string, (length: number) => string> = {
	'open brackets': repeat('['),
	'open links': repeat('[a](b'),
	'open emphasis': repeat('*a_ '),
	'open tags': repeat('<a '),
	'open code spans': growing(index => `${'`'.repeat(index + 1)} a `),
	'open comments': repeat('<!-- '),
	'open comments, each on a line': repeat('<!--\n'),
	'open sections': repeat('<details><summary>'),
	'nested sections': repeat('<details>\n\nOne more\n\n'),
	'closed sections': repeat('</details>\n'),
	'nested quotes': repeat('>'),
	'quotes in quotes': repeat('> > > a\n'),
	'nested lists': growing(index => `${' '.repeat(index)}- a\n`),
	'list items': repeat('- one more item\n'),
	'setext headings': repeat('A heading\n---\n'),
	'table rows': repeat('|a|b|\n|-|-|\n'),
	'reference definitions': repeat('[a]: b\n'),
	'short fences': repeat(`${fence}\n`),
	'growing fences': growing(index => `${'`'.repeat(index + 3)}\n`),
	'fences in quotes': repeat(`> ${fence}suggestion\n\n`),
	'blank lines': repeat('\n'),
	'lone carriage returns': repeat('a\r'),
	'one long line': repeat('a'),
	'one long suggestion': length => `${fence}suggestion\n${repeat('one more line\n')(length)}${fence}`,
	'many suggestions': growing(index => `${fence}suggestion\n${index}\n${fence}\n`),
};

/** Whether the time of a hostile comment is linear in its length, for the worst kind. */
export const hostile: Benchmark = ({now}) => {
	const [worst, ...others] = Object.entries(kinds)
		.map(([name, write]) => {
			const [once, twice] = [write(megabyte), write(2 * megabyte)].map(inputOf) as [Input, Input];
			const tasks = {once: {run: () => planFor(once)}, twice: {run: () => planFor(twice)}};
			const warmUp = timeInTurns(tasks, {runs: 1, warmUp: 0, now});
			const times = timeInTurns(tasks, {runs: runsFor(warmUp.twice), warmUp: 0, now});
			return {name, ...times, ratio: times.twice / times.once};
		})
		.sort((a, b) => b.ratio - a.ratio);
	const slowest = [worst!, ...others].reduce((a, b) => (a.once > b.once ? a : b));
	const detail = `${worst!.name}: ${ms(worst!.twice)} / ${ms(worst!.once)}; slowest: ${slowest.name}, ${ms(slowest.once)}`;
	const name = `a hostile body of 2 MB, to one of 1 MB: the worst of ${others.length + 1} kinds`;
	return [{name, ratio: worst!.ratio, bound, detail}];
};

/** A pull request whose only comment has this body. */
function inputOf(body: string): Input {
	const synthetic = synthesize(shapes['in one file'], 1);
	const [thread] = synthetic.pullRequest.reviewThreads;
	const comments = thread!.comments.map(comment => ({...comment, body}));
	return {
		pullRequest: {...synthetic.pullRequest, reviewThreads: [{...thread!, comments}]},
		snapshot: snapshotOf(synthetic),
	};
}
