/** Why a thread stays open, for programs. */
export type OpenCode =
	// What its comment asks for is not done, or not all of it.
	| 'not-pushed'
	| 'edited-since'
	| 'conflict'
	| 'needs-review'
	| 'in-words'
	| 'declined'
	| 'excluded'
	| 'failed'
	| 'partly'
	| 'breaks'
	| 'superseded'
	| 'asks-more'
	| 'no-suggestion'
	| 'reverted'
	| 'gone'
	// People have a say in it.
	| 'began-by-person'
	| 'person-wrote-last'
	| 'own-comment-last'
	| 'comment-edited'
	| 'new-comment'
	// It was not to be resolved, or could not be.
	| 'not-asked'
	| 'not-written'
	| 'stopped'
	| 'no-permission'
	| 'refused'
	| 'locked'
	| 'not-open'
	| 'pending-review'
	| 'head-unknown'
	| 'deleted'
	| 'no-thread';

export type StaysOpen = {code: OpenCode; reason: string};

/** The codes of what is not on the head. */
export const codesOf = {
	'edited since': 'edited-since',
	'in conflict': 'conflict',
	'needs review': 'needs-review',
	'in words': 'in-words',
	'not on GitHub yet': 'not-pushed',
	declined: 'declined',
	excluded: 'excluded',
	failed: 'failed',
} as const satisfies Record<string, OpenCode>;

/** Why something is not on the head. */
export type OpenReason = keyof typeof codesOf;

/** Why threads stay open whatever they ask for. */
export const open = {
	asksMore: {code: 'asks-more', reason: 'its comment asks for more'},
	notAsked: {code: 'not-asked', reason: 'resolving was not asked for'},
	byPerson: {code: 'began-by-person', reason: 'a person began it'},
	personLast: {code: 'person-wrote-last', reason: 'a person wrote last'},
	ownLast: {code: 'own-comment-last', reason: 'your own comment is the last'},
	answered: {code: 'new-comment', reason: 'a person has answered meanwhile'},
	edited: {code: 'comment-edited', reason: 'the comment has been edited since it was read'},
	mayNotReply: {code: 'no-permission', reason: 'you cannot reply in this thread'},
	mayNotResolve: {code: 'no-permission', reason: 'resolving needs the permission contents: write'},
	notWritten: {code: 'not-written', reason: 'not written yet'},
	deleted: {code: 'deleted', reason: 'the thread no longer exists'},
	gone: {code: 'gone', reason: 'the commit is no longer on the pull request'},
	noThread: {code: 'no-thread', reason: 'it is in no thread'},
} as const satisfies Record<string, StaysOpen>;
