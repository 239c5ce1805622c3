import {type Marker, oidsShape} from './marker.ts';

/** Whether a state says that the commits which its text names first are of this program. */
const saysMade: Readonly<Record<Marker['state'], boolean>> = {
	fixed: true,
	reformatted: true,
	edited: true,
	partly: true,
	'already-fixed': false,
	breaks: false,
	declined: false,
	superseded: false,
	reverted: false,
	gone: false,
};

/** The start of a text, so that nothing else in it, such as a path, can name a commit. */
const claimShape = new RegExp(`^(?:Applied|Changed|Partly (?:applied|changed)) in (?<oids>${oidsShape})\\b`);

/** The commits that a reply, or a row of the summary, says are of this program. */
export function commitsMadeBy({state, text}: {state: Marker['state']; text: string}): string[] {
	const {oids} = claimShape.exec(text)?.groups ?? {};
	return oids !== undefined && saysMade[state] ? oids.split(' and ') : [];
}

/** Whether a thread with a reply in this state was left with nothing to do for what these commits have. */
export const isClosedBy = (state: Marker['state']): boolean => saysMade[state] && state !== 'partly';
