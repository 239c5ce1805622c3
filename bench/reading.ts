import createMarkdownIt from 'markdown-it';
import type {PullRequest} from '../source/review/comment.ts';
import {readPullRequest} from '../source/review/read.ts';
import type {Benchmark, Machine} from './benchmark.ts';
import type {Figure, Measured} from './figure.ts';
import {shapes, synthesize} from './synthetic.ts';
import {timeInTurns} from './timing.ts';

/** In characters of all bodies of a form: short ones are read often enough to be timed. */
const characters = 200_000;
const plan = {runs: 15, warmUp: 3};
const fence = '```';

type Form = {login: string; write: (index: number, body: string) => string};

const sentence = (index: number) =>
	`The loop over \`rows[${index}]\` reads *one row too many*; see [the rule](https://example.com/rules/${index}).`;

/** Comments of reviewers, from a line to several pages, each with another text. */
const forms: Record<string, Form> = {
	'one sentence': {login: 'somebody', write: sentence},
	'a suggestion': {
		login: 'copilot-pull-request-reviewer',
		write: index => `${sentence(index)}\n\n${fence}suggestion\n\tconst limit = ${index};\n${fence}\n`,
	},
	'a diff without line numbers': {
		login: 'gemini-code-assist',
		write: index =>
			`${sentence(index)}\n\n${fence}diff\n-\tconst limit = ${index};\n+\tconst limit = ${index + 1};\n${fence}\n`,
	},
	'sections, prompt and suggestion': {login: 'coderabbitai', write: (_, body) => body},
	'a page of prose': {
		login: 'somebody',
		write: index => Array.from({length: 60}, (_, line) => `- ${sentence(index + line)}\n`).join(''),
	},
	'a review body of 20 comments': {
		login: 'coderabbitai',
		write: (index, body) => Array.from({length: 20}, (_, part) => `### ${index}.${part}\n\n${body}\n---\n`).join('\n'),
	},
};

const markdown = createMarkdownIt('default', {html: true});

const perComment: Figure = {
	name: 'reading a comment vs. markdown-it alone',
	unit: 'x',
	bound: null,
	meaning:
		'Time from a comment to findings, relative to a general Markdown parser on the same text. About 1 means that recognizing reviewers and their suggestions adds little.',
};

export const reading: Benchmark = {
	about: 'Time of reading a comment, for the formats of reviewers.',
	seconds: 4,
	figures: [perComment],
	measure,
};

function measure({now}: Machine): Measured[] {
	return Object.entries(forms).map(([name, form]) => {
		const pullRequest = writtenIn(form);
		const bodies = pullRequest.reviewThreads.flatMap(thread => thread.comments.map(({body}) => body));
		const times = timeInTurns(
			{
				read: {run: () => void readPullRequest(pullRequest)},
				parse: {run: () => bodies.forEach(body => void markdown.parse(body, {}))},
			},
			{...plan, now},
		);
		const [read, parse] = [times.read / bodies.length, times.parse / bodies.length];
		const size = Math.round(bodies.join('').length / bodies.length);
		return {
			figure: perComment,
			of: `${name}, ${size} characters`,
			value: read / parse,
			detail: `${micros(read)} / ${micros(parse)}`,
		};
	});
}

const micros = (time: number) => `${Math.round(1000 * time)} µs`;

function writtenIn({login, write}: Form): PullRequest {
	const [sample] = synthesize(shapes['in one file'], 1).pullRequest.reviewThreads;
	const count = Math.ceil(characters / write(0, sample!.comments[0]!.body).length);
	const {pullRequest} = synthesize(shapes['over 100 files'], count);
	const reviewThreads = pullRequest.reviewThreads.map((thread, index) => ({
		...thread,
		comments: thread.comments.map(comment => ({
			...comment,
			author: {login, isBot: true},
			body: write(index, comment.body),
		})),
	}));
	return {...pullRequest, reviewThreads};
}
