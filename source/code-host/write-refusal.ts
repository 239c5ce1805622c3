import type {Failure} from '../failure.ts';

/** Why a write did not take effect, or may not have. */
export type WriteRefusal =
	/** What it was to change no longer exists. */
	| {kind: 'gone'}
	/** The token may not. */
	| {kind: 'denied'; failure: Failure}
	/** The host refuses it as it is. */
	| {kind: 'rejected'; failure: Failure}
	/** Nothing can be written any more: the token is no longer accepted, or its turns are not known. */
	| {kind: 'blocked'; failure: Failure}
	/** The response was lost: it may or may not have taken effect. */
	| {kind: 'unknown'; failure: Failure}
	/** The limit on writes was hit time and again; `until` in milliseconds since the epoch. */
	| {kind: 'limited'; until: number; failure: Failure};
