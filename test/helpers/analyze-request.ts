import type {AnalyzeRequest} from '../../source/run/analyze.ts';

/** All of a recording, without a model. */
export const requestFor = (from: string, decisionsFile: string | null = null): AnalyzeRequest => ({
	source: {from},
	decisionsFile,
	rules: {includeResolved: false, excludeOutdated: false},
	filters: {authors: [], severity: null, paths: []},
	trustAuthors: [],
	model: null,
});
