import {dialects} from '../../source/review/dialects/registry.ts';
import {withSection} from './section.ts';

const evidence = {
	real: 'read: tested against real comments',
	documented: 'read after its documentation; no real comment was at hand',
};

/** A page with its table of reviewers as the registry has them. */
export function withReviewers(page: string): string {
	const rows = dialects.map(dialect => `| ${dialect.name} | ${evidence[dialect.evidence]} |`);
	const rest =
		'| Devin, Codacy, DeepSource, Amazon Q, Graphite, github-code-quality, everybody else | the general reader |';
	return withSection(page, 'reviewers', ['| reviewer | how |', '| --- | --- |', ...rows, rest].join('\n'));
}
