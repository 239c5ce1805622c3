import * as z from 'zod/mini';
import type {Publisher, Standing, Write} from '../../code-host/publisher.ts';
import type {Failure} from '../../failure.ts';
import type {CommentNow} from '../../review/closing/summary-comment.ts';
import type {ThreadNow} from '../../review/closing/thread-now.ts';
import type {RepliesFor} from '../../review/closing/thread-plan.ts';

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
	written: WrittenComment | null;
};

/** Node id and address of the comment that was written. */
const writtenCommentShape = z.object({id: z.string(), url: z.nullable(z.string())});

export type WrittenComment = z.infer<typeof writtenCommentShape>;

/** In the record of a step that writes a comment of ours. */
export const writing = {
	body: z.string(),
	/** Node id of the comment of ours that it replaces; null for a new one. */
	comment: z.nullable(z.string()),
	written: z.nullable(writtenCommentShape),
};

/** In the record of a step without a text. */
export const textless = {body: z.null(), written: z.null()};

/** A comment that a step is about: its id, and the hash of its body. After an edit the step needs a person. */
export const readCommentShape = z.object({comment: z.string(), hash: z.string()});

/** What a step is about on the host. Steps with the same `id` share what was read for them. */
export type Subject =
	/** `isInSummary`: whether it depends on what the summary says. */
	| {kind: 'thread'; id: string; isInSummary?: boolean}
	/** `bodies`: node ids of the comments and reviews that it summarizes; `threads`: those of the threads. */
	| {kind: 'summary'; id: string; bodies: readonly string[]; threads: readonly string[]}
	/** What the standing of the pull request shows; `noun`: what it is, in words. */
	| {kind: 'standing'; id: string; noun: string};

/** What was read of the pull request for steps. */
export type HostNow = {
	/** By node id, without those that are gone. */
	threads: ReadonlyMap<string, ThreadNow>;
	comments: readonly CommentNow[];
	/** By node id. */
	bodies: ReadonlyMap<string, string>;
	/** Null if no step is about it. */
	standing: Standing | null;
};

/** A step that is still to be taken: `done` if it took effect before, `fits` if it may be taken, otherwise why not. */
export type StepLook = 'done' | 'fits' | {skip: string};

/** The same, or what fits instead of it. */
export type LookWith<Result> = StepLook | {instead: Result};

/** What corrects a write that came too late, and what then becomes of its step: it names another comment, or is not taken. */
export type Correction = {write: Write} & ({written: WrittenComment} | {reason: string});

/** What a person may ask for: a flag, and a tick in the app. */
export type Wish<Wished extends string = string> = {
	/** Of the flag. */
	help: string;
	/** In the dialog. */
	label: string;
	/** What is done then, before it is done without another question; absent if another wish says it. */
	announced?: (asked: Readonly<Record<string, unknown>>) => string;
	/** The wish that it makes no sense without. */
	needs?: Wished;
	/** How much of it there is to do, and what. @param own how many steps of this kind are planned */
	offered: (writes: OfferedWrites, own: number) => {number: number; words: string};
};

/** The text of a reply, and the findings (ids) that its thread is about. `isOwn`: the user wrote it; `isFixed`: of what is marked as fixed. */
export type OfferedReply = {findings: readonly string[]; text: string; isOwn: boolean; isFixed?: boolean};

/** How many replies there are, by the setting `replies`. */
export type RepliesWith = Readonly<Record<RepliesFor, number>>;

/** What would be written if everything was asked for. */
export type OfferedWrites = {
	replies: readonly OfferedReply[];
	repliesWith: RepliesWith | null;
	/** The summary comment; null if there is nothing to write. */
	summary: string | null;
	/** Threads to resolve, by who began them. */
	botThreads: number;
	peopleThreads: number;
	/** Writes by the name of their count. */
	planned: Readonly<Record<string, number>>;
	/** What the token may not do in threads; null if it may do all of it. */
	denied: string | null;
};

/** A pull request when all is known that is written in its threads. */
export type PlannedPull = {
	standing: Standing;
	/** All threads; `isDone`: resolved, or done once that is written. `findings`: ids. */
	threads: readonly {now: ThreadNow; isDone: boolean; findings: readonly string[]}[];
};

/** A kind of write to the pull request: a row of the table. */
export type QueuedStep<
	Kind extends string,
	Result extends QueuedResult,
	Name extends string = string,
	Wished extends string = never,
> = {
	/** By the key of the flag. */
	wishes: Readonly<Record<Wished, Wish<Wished>>>;
	/** What the record of a run holds of it. */
	record: z.ZodMiniType<Result>;
	subject: (step: StepRecord<Kind, Result>) => Subject;
	/** What a look at the host shows about the step. @param viewer login of the token's account */
	look: (step: StepRecord<Kind, Result>, now: HostNow, viewer: string) => LookWith<Result>;
	write: (step: StepRecord<Kind, Result>) => Write;
	/** What is written to the pull request as a whole; absent for what is planned by thread. */
	plan?: (pull: PlannedPull) => StepRecord<Kind, Result>[];
	/** What takes it back when its run is undone, and that in words; absent: nothing does. */
	takeBack?: {step: (done: StepRecord<Kind, Result>) => StepRecord<Kind, Result>; told: (number: number) => string};
	/** In words, for one that takes back what others wrote. */
	takenBack?: (number: number) => string;
	/** How many there are: its name in reports, and the words once they are written and before. */
	count: {name: Name; done: (number: number) => string; planned: (number: number) => string};
	/** Whether it depends on how another step ends. `thread`: its node id; null for a step in none. */
	follows?: (step: StepRecord<Kind, Result>, other: {kind: string; thread: string | null}) => boolean;
	/** Why it is not taken if the step that it follows had no effect; null if it is. @param isLeft whether a person has to look at that one */
	notAfter?: (step: StepRecord<Kind, Result>, isLeft: boolean) => string | null;
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
