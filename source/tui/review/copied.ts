import type {Finding} from '../../review/finding.ts';
import {count} from '../../text/sentences.ts';
import {selectionOf} from './selection.ts';
import type {ReviewState} from './state.ts';

/** The suggested code of the selected side; without any, the whole comment as its reviewer wrote it. `what`: in words. */
export function copyOf(state: ReviewState): {what: string; text: string} {
	const selection = selectionOf(state);
	const {replacement = []} = selection?.side?.proposal.change ?? selection?.finding.changes[0] ?? {};
	if (replacement.length > 0)
		return {what: `${count(replacement.length, 'line')} of code`, text: replacement.join('\n')};
	return {what: 'the comment', text: selection ? bodyOf(selection.finding, state) : ''};
}

/** The address of the selected comment; null if it has none. */
export const linkOf = (state: ReviewState): string | null => selectionOf(state)?.finding.source.url ?? null;

function bodyOf({source, thread, title}: Finding, {run: {pullRequest}}: ReviewState): string {
	const {reviews = [], comments = []} = pullRequest ?? {};
	const posts = {thread: thread?.comments ?? [], review: reviews, comment: comments}[source.kind];
	return posts.find(({id}) => id === source.commentId)?.body ?? title;
}
