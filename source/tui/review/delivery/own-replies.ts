import type {OwnWords} from '../../../review/closing/thread-plan.ts';
import {reviewerOf} from '../../../run/filter/listed.ts';
import {safe} from '../../../text/safe.ts';
import {count} from '../../../text/sentences.ts';
import {keyTo, type Reason} from '../../app/keymap.ts';
import {doing, notify, only} from '../../app/state.ts';
import type {EditorDraft} from '../../draft-file.ts';
import type {Effect} from '../actions.ts';
import {selectionOf} from '../selection.ts';
import type {ReviewState} from '../state.ts';
import type {ReviewStep} from '../steps.ts';
import {withPresets} from './view.ts';

/** What the user wrote for threads and did not send yet. */
export const ownReplies = ({delivery}: ReviewState): readonly OwnWords[] => delivery.presets.ownWords ?? none;

const none: readonly OwnWords[] = [];

/** What the user wrote for the thread of a finding; null for nothing. */
export const ownReplyTo = (state: ReviewState, thread: string | null): string | null =>
	ownReplies(state).find(one => one.thread === thread)?.text ?? null;

/** Why no reply can be written for what is selected. */
export const canReply: Reason<ReviewState> = state => {
	const finding = selectionOf(state)?.finding;
	if (!finding) return 'no finding is selected';
	if (state.run.pullRequest?.source.kind === 'recording') return 'a recording is not on GitHub';
	return finding.source.threadId === null ? 'this comment is in no thread, so it cannot be replied to' : null;
};

/** Opens the editor with what was written for the thread so far. */
export function editReply(state: ReviewState): ReviewStep {
	const finding = selectionOf(state)?.finding;
	const thread = finding?.source.threadId ?? null;
	if (!finding || thread === null) return only(state);
	const comments = finding.thread?.comments ?? [];
	const draft: EditorDraft = {
		// Editors know Markdown by the name.
		path: 'REPLY.md',
		lines: (ownReplyTo(state, thread) ?? '').split('\n'),
		at: 0,
		kept: state.refused.get(thread) ?? null,
		title: `Your reply to ${reviewerOf(finding)}: ${safe(finding.title)}`,
		below: 'It is sent as it is. The thread is below.',
		notes: comments.flatMap(({author, body}) => [`${author?.login ?? 'a deleted account'}:`, ...body.split('\n'), '']),
	};
	return doing(state, {type: 'edit', draft, subject: {what: 'reply', thread}});
}

/** Keeps what the editor left until it is sent; an empty text is no reply. */
export function takeReply(state: ReviewState, thread: string, text: string): ReviewStep {
	const others = ownReplies(state).filter(one => one.thread !== thread);
	const next = withPresets(state, {ownWords: text === '' ? others : [...others, {thread, text}]});
	if (text === '') return only(notify(next, 'the reply is empty, so none is sent'));
	return only(notify(next, `reply kept; ${keyTo(state, 'closing')}, then reply, sends it`, 'good'));
}

/** Without those that are in their threads by now. */
export function withoutSent(state: ReviewState): ReviewState {
	const isSent = ({thread}: OwnWords) => state.run.published?.threads.get(thread)?.ownWords === 'sent';
	return withPresets(state, {ownWords: ownReplies(state).filter(one => !isSent(one))});
}

/** Which replies were to be sent and were not, and why; empty for none. */
export function unsentNote(state: ReviewState): string {
	const threads = ownReplies(state).flatMap(({thread}) => state.run.published?.threads.get(thread) ?? []);
	const [first] = threads;
	if (!first) return '';
	return `${count(threads.length, 'reply', 'replies')} of yours not sent: ${first.reason}`;
}

/** What is to be kept for the next session. */
export function repliesToKeep(before: ReviewState, next: ReviewState): Effect[] {
	const replies = ownReplies(next);
	const isSame = before.model === null || ownReplies(before) === replies;
	return isSame ? [] : [{type: 'keep-replies', replies}];
}
