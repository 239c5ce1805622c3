import type {Marker} from './marker.ts';

/** Whether a state says that the commits which its text names first are of this program. */
const saysMade: Readonly<Record<Marker['state'], boolean>> = {
	fixed: true,
	edited: true,
	partly: true,
	'already-fixed': false,
	breaks: false,
	declined: false,
	superseded: false,
	reverted: false,
	gone: false,
};

const oid = '[0-9a-f]{40}(?:[0-9a-f]{24})?';

/** The start of a text, so that nothing else in it, such as a path, can name a commit. */
const claimShape = new RegExp(`^(?:Applied|Changed|Partly (?:applied|changed)) in (?<oids>${oid}(?: and ${oid})*)\\b`);

/** The commits that a reply, or a row of the summary, says are of this program. */
export function commitsMadeBy({state, text}: {state: Marker['state']; text: string}): string[] {
	const {oids} = claimShape.exec(text)?.groups ?? {};
	return oids !== undefined && saysMade[state] ? oids.split(' and ') : [];
}

/** Whether a thread with a reply in this state was left with nothing to do for what these commits have. */
export const isClosedBy = (state: Marker['state']): boolean => saysMade[state] && state !== 'partly';
