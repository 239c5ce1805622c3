import type {Write} from '../../../code-host/publisher.ts';
import {open} from '../../../review/closing/stays-open.ts';
import {
	type CommentNow,
	isSameSummary,
	ownSummary,
	parseSummaryComment,
} from '../../../review/closing/summary-comment.ts';
import {hashBody} from '../../../review/identity.ts';
import {hasFields, isListOf, isText, orNull} from '../../../system/shape.ts';
import type {PublicationStep} from '../../../worktree/publication.ts';
import {isReadComment, isWrittenComment, type StepLook, type ThreadStepData} from './publish-steps.ts';

/** What the summary comment is to say; only what changes is written. */
export type PlannedSummary = {
	body: string;
	/** Our comment as it is; null for a new one. */
	replaces: CommentNow | null;
	/** The comments and reviews that its findings are in: node id, and hash of the body. */
	read: ReadonlyMap<string, string>;
};

/** The write of the summary comment, as the record of a run has it; the target is the pull request. */
export type SummaryStep = PublicationStep & {kind: 'comment'; result: SummaryStepData};

type SummaryStepData = Pick<ThreadStepData, 'read' | 'written'> & {
	body: string;
	/** Node id of the comment that it replaces; null for a new one. */
	comment: string | null;
};

const isSummaryData = hasFields<SummaryStepData>({
	read: isListOf(isReadComment),
	body: isText,
	comment: orNull(isText),
	written: orNull(isWrittenComment),
});

export const isSummaryStep = (step: PublicationStep): step is SummaryStep =>
	step.kind === 'comment' && isSummaryData(step.result);

/** @param pullRequest node id */
export function summaryStep({body, replaces, read}: PlannedSummary, pullRequest: string): SummaryStep {
	const own = replaces ? [{comment: replaces.nodeId, hash: hashBody(replaces.body)}] : [];
	const hashes = [...read].map(([comment, hash]) => ({comment, hash}));
	const result = {body, comment: replaces?.nodeId ?? null, read: [...hashes, ...own], written: null};
	return {key: 'comment', kind: 'comment', target: pullRequest, state: 'intended', result, reason: ''};
}

export const writeOfSummary = ({target, result: {comment, body}}: SummaryStep): Write => ({
	kind: 'comment',
	pullRequest: target,
	comment,
	body,
});

/** What a look at the pull request shows about the step. @param bodies by node id */
export function lookForSummary(
	{result}: SummaryStep,
	{comments, bodies}: {comments: readonly CommentNow[]; bodies: ReadonlyMap<string, string>},
	viewer: string,
): StepLook {
	const own = ownSummary(comments, viewer);
	// Another run, in another clone, may have written the same.
	const wanted = parseSummaryComment(result.body);
	if (own && wanted && isSameSummary(own.summary, wanted)) return 'done';
	const isEdited = result.read.some(({comment, hash}) => hashBody(bodies.get(comment) ?? '') !== hash);
	const isReplaced = (own?.comment.nodeId ?? null) !== result.comment;
	return isEdited || isReplaced ? {skip: open.edited.reason} : 'fits';
}
