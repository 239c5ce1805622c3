import {dialects} from '../../source/review/dialects/registry.ts';
import {withSection} from './section.ts';

const evidence = {
	real: 'own format, tested on real comments',
	documented: 'own format from its documentation, not yet tested on real comments',
};

/** A page with its table of reviewers as the registry has them. */
export function withReviewers(page: string): string {
	const rows = dialects.map(dialect => `| ${dialect.name} | ${evidence[dialect.evidence]} |`);
	const rest = '| Devin, Codacy, DeepSource, Amazon Q, Graphite, github-code-quality and all others | general format |';
	return withSection(page, 'reviewers', ['| reviewer | how |', '| --- | --- |', ...rows, rest].join('\n'));
}
