import type {ReadPullRequest} from '../../code-host/lists.ts';
import {Failure} from '../../failure.ts';
import {everyThread, type ReviewRead, readComments} from '../../review/read.ts';
import {projectFileIn} from '../../settings/places.ts';
import {inSteps} from '../in-steps.ts';
import type {AnalysisRules} from '../round/round-request.ts';
import type {RulesAt} from './request.ts';

export type RowComments = {
	comments: ReviewRead;
	/** Those at its head, or why they are not valid: its comments are read by the usual rules then. */
	settings: AnalysisRules | Failure;
};

/** Reads the comments of a pull request by the settings at its head. @throws the signal's reason */
export async function readRowComments(
	{pullRequest, files}: ReadPullRequest,
	rulesAt: RulesAt,
	signal: AbortSignal,
): Promise<RowComments> {
	const readRules = async () => rulesAt(projectFileIn(files));
	const settings = await readRules().catch((error: unknown) => {
		if (error instanceof Failure) return error;
		throw error;
	});
	const rules = settings instanceof Failure ? everyThread : settings.rules;
	return {settings, comments: await inSteps(readComments(pullRequest, rules), signal)};
}
