import type {DeliveryPresets, DeliveryTickSet} from '../../../delivery/choices.ts';
import type {PublishedThread} from '../../../delivery/publish/published.ts';
import type {Interruption} from '../../../run/records/interruption.ts';
import type {RunState} from '../../../run/state.ts';
import type {Symbols} from '../../theme.ts';

/** The steps after writing, as this review has them. */
export type DeliveryView = {
	presets: DeliveryPresets;
	/** As the user has them now. */
	ticked: DeliveryTickSet;
	/** The run when the last steps after writing had ended; null if none were taken. */
	end: RunState | null;
	/** What was left of the run, if they were stopped; null otherwise. */
	left: Interruption | null;
	/** The run when the user last closed the page of its steps, while they were taken; null before that. */
	seen: RunState | null;
	/** What the threads of this pull request heard in this session, by their ids. */
	threads: ReadonlyMap<string, PublishedThread>;
};

/** The review with other presets. */
export const withPresets = <State extends {delivery: DeliveryView}>(
	state: State,
	changed: Partial<DeliveryPresets>,
): State => ({...state, delivery: {...state.delivery, presets: {...state.delivery.presets, ...changed}}});

/** The view after steps ended: the ticks are those of the presets again. */
export function withEnd(view: DeliveryView, end: RunState, left: Interruption | null): DeliveryView {
	const isNew = (thread: PublishedThread, known = thread) => thread.code !== 'stopped' || known.code === 'stopped';
	const told = [...(end.published?.threads ?? [])].filter(([id, thread]) => isNew(thread, view.threads.get(id)));
	return {...view, ticked: view.presets.ticked, end, left, threads: new Map([...view.threads, ...told])};
}

/** What a review wrote to a thread, in words, each with its sign. */
export function toldNotes(told: PublishedThread | null): {words: string; sign: keyof Symbols}[] {
	if (!told) return [];
	if (told.isOpen) return [{words: `not answered: ${told.reason}`, sign: 'failed'}];
	const words = told.told === 'summary' ? 'answered in a comment' : 'replied';
	return [
		...(told.isResolved ? [{words: 'resolved', sign: 'apply'} as const] : []),
		...(told.replyUrl === null ? [] : [{words, sign: 'replied'} as const]),
	];
}
