import type {Publisher, Write} from '../../code-host/publisher.ts';
import type {Failure} from '../../failure.ts';
import type {CommentNow} from '../../review/closing/summary-comment.ts';
import type {ThreadNow} from '../../review/closing/thread-acts.ts';
import {hasFields, isText, type Shape} from '../../system/shape.ts';

export const states = ['intended', 'done', 'unknown', 'skipped', 'failed'] as const;

export type StepState = (typeof states)[number];

/** A step of a run after it wrote its files: something that git or the code host does. */
export type StepRecord<Kind extends string, Result> = {
	/** Unique in its run: `commit`, `push`, `reply:<thread>`; `undo` while another run reverts what this one pushed. */
	key: string;
	kind: Kind;
	/** A branch, or the id of a thread, a comment or the pull request on the code host. */
	target: string;
	/** `intended`: on disk before it is tried; `unknown`: its answer was lost. */
	state: StepState;
	/** What it is about to make, and what it made; null if it made nothing. */
	result: Result;
	/** Why it was skipped or failed, or why the process that was to take it ended before it left; otherwise empty. */
	reason: string;
};

/** What is written in the shared queue has this in its record. */
export type QueuedResult = {
	/** Its text; null without one. */
	body: string | null;
	/** Node id and address of the comment that was written. */
	written: WrittenComment | null;
};

export type WrittenComment = {id: string; url: string | null};

/** A comment that a step is about: its id, and the hash of its body. After an edit the step needs a person. */
export type ReadComment = {comment: string; hash: string};

export const isReadComment = hasFields<ReadComment>({comment: isText, hash: isText});

/** What a step is about on the host. Steps with the same `id` share what was read for them. */
export type Subject =
	| {kind: 'thread'; id: string}
	/** `bodies`: node ids of the comments and reviews that it summarizes. */
	| {kind: 'summary'; id: string; bodies: readonly string[]}
	| {kind: 'reviewer'; id: string};

/** What was read of the pull request for steps. */
export type HostNow = {
	/** By node id, without those that are gone. */
	threads: ReadonlyMap<string, ThreadNow>;
	comments: readonly CommentNow[];
	/** By node id. */
	bodies: ReadonlyMap<string, string>;
	/** Node ids of people whose latest review requests changes, and who are not asked for another one. */
	waiting: ReadonlySet<string>;
};

/** A step that is still to be taken: `done` if it took effect before, `fits` if it may be taken, otherwise why not. */
export type StepLook = 'done' | 'fits' | {skip: string};

/** What corrects a write that came too late, and what then becomes of its step: it names another comment, or is not taken. */
export type Correction = {write: Write} & ({written: WrittenComment} | {reason: string});

/** A kind of write to the pull request: a row of the table. */
export type QueuedStep<Kind extends string, Result extends QueuedResult, Name extends string = string> = {
	/** What the record of a run holds of it. */
	record: Shape<Result>;
	subject: (step: StepRecord<Kind, Result>) => Subject;
	/** What a look at the host shows about the step. @param viewer login of the token's account */
	look: (step: StepRecord<Kind, Result>, now: HostNow, viewer: string) => StepLook;
	write: (step: StepRecord<Kind, Result>) => Write;
	/** How many there are: its name in reports, and the words once they are written and before. */
	count: {name: Name; done: (number: number) => string; planned: (number: number) => string};
	/** Whether it depends on how another step ends. `thread`: its node id; null for a step in none. */
	follows?: (step: StepRecord<Kind, Result>, other: {kind: string; thread: string | null}) => boolean;
	/** Why it is not taken if the step that it follows had no effect; null if it is. @param isLeft whether a person has to look at that one */
	notAfter?: (isLeft: boolean) => string | null;
	/** What it means that the token may not, and that the host refuses it; default: the failure itself, and nothing. */
	denied?: Refused;
	rejected?: Refused;
	/** Once it is done: whether others may have written between the last reading and it, and what corrects it then. */
	late?: {
		isLate: (step: StepRecord<Kind, Result>) => boolean;
		correct: (step: StepRecord<Kind, Result>, world: LateWorld) => Promise<Correction | null>;
	};
};

type Refused = (failure: Failure) => Pick<Failure, 'code' | 'message' | 'remedy'>;

export type LateWorld = {now: HostNow; publisher: Publisher; viewer: string};
