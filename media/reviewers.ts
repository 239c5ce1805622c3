import {dialects} from '../source/review/dialects/registry.ts';

const marks = {start: '<!-- reviewers: made by npm run media -->', end: '<!-- /reviewers -->'};

const evidence = {
	real: 'read: tested against real comments',
	documented: 'read after its documentation; no real comment was at hand',
};

/** The README with its table of reviewers as the registry has them. */
export function withReviewers(readme: string): string {
	const [start, end] = [readme.indexOf(marks.start), readme.indexOf(marks.end)];
	if (start === -1 || end < start) throw new Error('the README has no place for the table of reviewers');
	const rows = dialects.map(dialect => `| ${dialect.name} | ${evidence[dialect.evidence]} |`);
	const table = ['| reviewer | how |', '| --- | --- |', ...rows, '| Devin, Codacy, DeepSource, Amazon Q, Graphite, github-code-quality, everybody else | the general reader |'];
	return `${readme.slice(0, start + marks.start.length)}\n\n${table.join('\n')}\n\n${readme.slice(end)}`;
}
