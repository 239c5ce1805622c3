import type {ClosingState, ThreadClosing} from './close-thread.ts';
import {commitsIn, type Marker, oidsShape, saidIn} from './marker.ts';
import type {OwnReply} from './thread-now.ts';

/** The states which say that the commits which their text names first are of this program. */
const made: ReadonlySet<Marker['state']> = new Set(['fixed', 'reformatted', 'edited', 'partly']);

/** A reply, or a row of the summary. */
type Said = {state: Marker['state']; text: string};

/** The start of a text, so that nothing else in it, such as a path, can name a commit. */
const claimShape = new RegExp(`^(?:Applied|Changed|Partly (?:applied|changed)) in (?<oids>${oidsShape})\\b`);

/** The commits that it says are of this program. */
export function commitsMadeBy({state, text}: Said): string[] {
	const {oids} = claimShape.exec(text)?.groups ?? {};
	return oids !== undefined && made.has(state) ? oids.split(' and ') : [];
}

/**
 * Ids of the runs whose commits a reply or the summary does not name any more, once it says something else: they have pushed
 * all the same. @param before what it says now, with the run that wrote it
 */
export function earlierRuns(
	before: {run: string; earlier: readonly string[]},
	was: readonly Said[],
	is: readonly Said[],
) {
	const [old, named] = [was, is].map(said => [...new Set(said.flatMap(commitsMadeBy))].toSorted().join());
	return old === '' || old === named ? before.earlier : [...new Set([...before.earlier, before.run])];
}

/** The same for a reply of ours, and what it is to say. */
export const earlierThan = ({state, text}: ThreadClosing, {comment, marker}: OwnReply): readonly string[] =>
	earlierRuns(marker, [saidIn(marker, comment.body)], state === 'none' || text === null ? [] : [{state, text}]);

/** Whether a thread with a reply in this state was left with nothing to do for what these commits have. */
export const isClosedBy = (state: Marker['state']): boolean => made.has(state) && state !== 'partly';

/** Whether a text says of the same commits that this program made them, which cannot be proven of those of other accounts. */
export function hasSaidSo(said: Said, {state, text}: {state: ClosingState; text: string | null}): boolean {
	const named = commitsIn(text ?? '');
	const own = commitsMadeBy(said);
	return state === 'already-fixed' && named.length > 0 && named.every(oid => own.includes(oid));
}
