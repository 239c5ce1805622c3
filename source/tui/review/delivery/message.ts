import {safe} from '../../../text/safe.ts';
import {notify} from '../../app/state.ts';
import type {EditorDraft} from '../../draft-file.ts';
import type {EditResult} from '../../editor.ts';
import type {ReviewState} from '../state.ts';
import {type ReviewStep, reoffer} from '../steps.ts';
import {whatOf} from './items.ts';

/** The message of the commit for an editor: the user's own text, or the headline that it would have. */
export function messageDraft({delivery, run: {deliveryOffer}}: ReviewState): EditorDraft {
	const messages = whatOf(deliveryOffer?.commit)?.messages ?? [];
	const {message} = delivery.presets.commit;
	return {
		// Editors know the name.
		path: 'COMMIT_EDITMSG',
		lines: (message ?? messages[0]?.split('\n')[0] ?? '').split('\n'),
		at: 0,
		kept: delivery.refusedMessage,
		title: 'The message of the commit; {count}, {files} and {number} are filled in.',
		below: 'The whole message, as it is now, is below.',
		notes: messages.flatMap(each => [...each.trimEnd().split('\n'), '']).map(safe),
	};
}

/** What the editor left is the user's own message; nothing brings the usual one back. */
export function takeMessage(state: ReviewState, result: EditResult): ReviewStep {
	const {delivery} = state;
	if (result.kind === 'unchanged') return {state: notify(state, 'the message is as it was'), effects: []};
	if (result.kind === 'refused') {
		const text = 'the marks around the message were changed; m tries again with what you wrote';
		return {state: notify({...state, delivery: {...delivery, refusedMessage: result.lines}}, text, 'bad'), effects: []};
	}
	const text = result.lines.join('\n').trim();
	const commit = {...delivery.presets.commit, message: text === '' ? null : text};
	const presets = {...delivery.presets, commit};
	return reoffer({...state, delivery: {...delivery, presets, refusedMessage: null}});
}
