import type {Policy} from '../../resolve/policy.ts';
import type {AnalyzeRequest} from '../analyze.ts';
import type {ClosingRequest} from '../closing/request.ts';

/** What settings alone decide of an analysis. */
export type AnalysisRules = Pick<AnalyzeRequest, 'rules' | 'filters' | 'trustAuthors'> & {policy: Policy};

/** One run, from reading the pull request to the last step after writing. */
export type RoundRequest = {
	request: AnalyzeRequest;
	policy: Policy;
	/**
	 * `show`: analyze only; `preview`: with the diff; `answer`: take the steps after writing, and write nothing; `confirm`: show
	 * the plan and ask first; `write`: apply at once. With steps that only answer, no action writes.
	 */
	action: 'show' | 'preview' | 'answer' | 'confirm' | 'write';
	/** The steps after writing; null for none. */
	closing: ClosingRequest | null;
	/** Why a provider that is set is not used; null if there is nothing to warn of. */
	modelOff: string | null;
};
