import type {Finding} from './finding.ts';

/** A finding with what else was written in its review threads. */
export type Conversation = {
	finding: Finding;
	/** The findings of the other comments, in the order of the thread. */
	others: readonly Finding[];
};

/**
 * Groups findings as GitHub shows them: a reply that asks for nothing belongs to the findings of the comment that began
 * its thread. All other findings have a conversation of their own, in the given order.
 */
export function conversationsOf(findings: readonly Finding[]): Conversation[] {
	const threads = Map.groupBy(findings, threadOf);
	const spoken = new Set(findings.flatMap(commentsOf));
	const isPart = (finding: Finding) =>
		isThreadReply(finding) && finding.disposition?.outcome === 'not-actionable' && spoken.has(threadOf(finding) ?? '');
	return findings
		.filter(finding => !isPart(finding))
		.map(finding => {
			const own = new Set([threadOf(finding), ...commentsOf(finding)]);
			own.delete(null);
			const members = [...own].flatMap(thread => threads.get(thread) ?? []);
			return {finding, others: members.filter(({source}) => source.commentId !== finding.source.commentId)};
		});
}

/** Whether its comment answers another one. */
export const isThreadReply = (finding: Finding): boolean =>
	finding.thread !== null && threadOf(finding) !== finding.source.commentId;

/** The thread of a finding, by the comment that began it. */
const threadOf = ({thread}: Finding): string | null => thread?.comments[0]?.id ?? null;

/** The comments in threads that make its request. */
const commentsOf = ({source, alsoTold}: Finding): string[] =>
	[source, ...alsoTold].filter(({kind}) => kind === 'thread').map(({commentId}) => commentId);
