import type {Benchmark} from './benchmark.ts';
import {type Figure, type Measured, ms} from './figure.ts';
import {type HostileBody, hostileBodies, readAll} from './hostile-bodies.ts';
import {type Input, planFor} from './pipeline.ts';
import {shapes, snapshotOf, synthesize} from './synthetic.ts';
import {timeInTurns} from './timing.ts';

/** In characters: far enough apart to distinguish linear time from more. */
const short = 125_000;
const long = 1_000_000;
/**
 * Time per character of the long body, relative to the short one: 1 if the time is linear, long / short = 8 if it is
 * quadratic. The garbage collector alone can double it.
 */
const bound = 3;
const plan = {runs: 5, warmUp: 1};

const fence = '```';
const repeat = (part: string) => (length: number) => part.repeat(Math.ceil(length / part.length));

/** Parts of growing length, up to this total length. */
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

/** Makers of bodies of a given length that slow a careless Markdown reader down. */
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
	'one long diff': length => `${fence}diff\n${repeat('-one more line\n+another line\n')(length)}${fence}`,
	'one diff of blank lines': length => `${fence}diff\n${repeat(' \n')(length)}-a\n${fence}`,
	'one diff of many hunks': length => `${fence}diff\n${repeat('@@\n-a\n+b\n')(length)}${fence}`,
	'many diffs': growing(index => `${fence}diff\n-${index}\n+a\n${fence}\n`),
	'many instructions': growing(index => `Replace \`a${index}\` with \`b\`:\n\n`),
	'many suggestions': growing(index => `${fence}suggestion\n${index}\n${fence}\n`),
};

const worstOfAll: Figure = {
	name: `a character of a hostile body of 1 MB vs. one of 125 kB: the worst of ${Object.keys(kinds).length} kinds`,
	unit: 'x',
	bound,
	meaning: `Whether a comment can make the program hang. 1: the time grows linearly, as it should; ${long / short}: quadratically. Garbage collection alone accounts for up to 2.`,
};

/** In characters: GitHub's longest comment, and a quarter of it. */
const comments = {long: 64_000, short: 16_000};
/** How many combinations to measure: the slowest for this many characters. */
const chosen = {count: 200, length: 2000};
/** How many of the steepest to measure again, because the machine may have been busy. */
const checkedAgain = 20;

const growth: Figure = {
	name: `a comment of ${comments.long} characters of one repeated opener vs. one of ${comments.short}: the worst of ${chosen.count}`,
	unit: 'x',
	bound: 5,
	meaning: `The repeated text (blanks, brackets, badges, entities ...) is where the parsers of all formats look closer; the ${chosen.count} slowest combinations are measured. 4: the time grows linearly, as it should; 16: quadratically.`,
};
const slowest: Figure = {
	name: 'the slowest of these comments',
	unit: 's',
	bound: 1,
	meaning: 'The longest time for which one comment can delay Ctrl-C.',
};

/** Milliseconds of the processor, which other programs disturb less than a clock. */
const now = () => {
	const {user, system} = process.threadCpuUsage();
	return (user + system) / 1000;
};

export const hostile: Benchmark = {
	about:
		'How the processor time from reading to plan grows with the length of bodies that make careless Markdown parsers slow.',
	seconds: 300,
	figures: [worstOfAll, growth, slowest],
	measure: () => [...measureWhole(), ...measureComments()],
};

function measureComments(): Measured[] {
	const time = (body: HostileBody, length: number) => {
		const pullRequest = body.write(length);
		const start = now();
		readAll(pullRequest);
		return now() - start;
	};
	const bodies = hostileBodies()
		.map(body => ({body, time: time(body, chosen.length)}))
		.sort((a, b) => b.time - a.time)
		.slice(0, chosen.count)
		.map(({body}) => ({body, name: body.name, short: Number.POSITIVE_INFINITY, long: Number.POSITIVE_INFINITY}));
	// The fastest of several runs is the least disturbed one.
	const turns = comments.long / comments.short;
	const measure = (one: (typeof bodies)[number], runs: number) => {
		for (let run = 0; run < runs; run++) {
			// Enough short ones to take as long as a long one, because a shorter time is disturbed less often.
			const shorts = Array.from({length: turns}, () => time(one.body, comments.short));
			one.short = Math.min(one.short, shorts.reduce((sum, ms) => sum + ms) / turns);
			one.long = Math.min(one.long, time(one.body, comments.long));
		}
	};
	const bySteepness = () => bodies.sort((a, b) => b.long / b.short - a.long / a.short);
	for (const one of bodies) measure(one, 3);
	for (const one of bySteepness().slice(0, checkedAgain)) measure(one, 10);
	const [steepest] = bySteepness();
	const longest = bodies.reduce((a, b) => (a.long > b.long ? a : b));
	const detail = `${steepest!.name}: ${ms(steepest!.long)} / ${ms(steepest!.short)}`;
	return [
		{figure: growth, of: '', value: steepest!.long / steepest!.short, detail},
		{figure: slowest, of: '', value: longest.long / 1000, detail: longest.name},
	];
}

function measureWhole(): Measured[] {
	const [worst, ...others] = Object.entries(kinds)
		.map(([name, write]) => {
			const inputs = {short: inputOf(write(short)), long: inputOf(write(long))};
			const times = timeInTurns(
				{short: {run: () => planFor(inputs.short)}, long: {run: () => planFor(inputs.long)}},
				{...plan, now},
			);
			return {name, ...times, ratio: times.long / long / (times.short / short)};
		})
		.sort((a, b) => b.ratio - a.ratio);
	const slowest = [worst!, ...others].reduce((a, b) => (a.long > b.long ? a : b));
	const detail = `${worst!.name}: ${ms(worst!.long)} / ${ms(worst!.short)}; slowest: ${slowest.name}, ${ms(slowest.long)}`;
	return [{figure: worstOfAll, of: '', value: worst!.ratio, detail}];
}

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
