import * as z from 'zod/mini';
import type {Publisher, Write} from '../../code-host/publisher.ts';
import {commitsIn, parseReply} from '../../review/closing/marker.ts';
import type {ThreadNow} from '../../review/closing/thread-now.ts';
import type {Act, OwnWords, Told, Wishes} from '../../review/closing/thread-plan.ts';
import {isKeyOf, namesOf} from '../../system/by-name.ts';
import {hasShape} from '../../system/shape.ts';
import {commit} from './commit.ts';
import {react} from './react.ts';
import {reply} from './reply.ts';
import {request} from './request-review.ts';
import {resolve, unresolve} from './resolve.ts';
import {
	type Correction,
	type HostNow,
	type LateWorld,
	type OfferedWrites,
	type PlannedPull,
	type QueuedStep,
	type StepLook,
	type StepRecord,
	type Subject,
	states,
	type Wish,
	type WrittenComment,
} from './step.ts';
import {summary} from './summary.ts';
import {type HeardPlan, heardIn} from './thread.ts';
import {withdraw} from './withdraw.ts';

/** What writes to the pull request, in the shared queue. */
export const queued = {reply, resolve, unresolve, react, comment: summary, request, withdraw};

/** The commits that the branch is at before and after; null before they are known. */
const push = {record: z.nullable(z.object({before: z.string(), after: z.string()}))};

/** While another run reverts what this one pushed. */
const undo = {record: z.null()};

/** Every kind of step that the record of a run can have. */
const table = {commit, push, ...queued, undo};

type Row = typeof table;

export type StepKind = keyof Row;

export type QueuedKind = keyof typeof queued;

type Results = {[Kind in StepKind]: z.infer<Row[Kind]['record']>};

/** A step of a run after it wrote its files, as its record has it. */
export type StepOf<Kind extends StepKind> = {[One in Kind]: StepRecord<One, Results[One]>}[Kind];

export type PublicationStep = StepOf<StepKind>;

/** A write to a thread or to the pull request. */
export type HostStep = StepOf<QueuedKind>;

const rows: {readonly [Kind in QueuedKind]: QueuedStep<Kind, Results[Kind]>} = queued;

/** The row of a write. */
export const rowOf = <Kind extends QueuedKind>({kind}: StepOf<Kind>) => rows[kind];

const kinds = namesOf(queued);

/** What may be asked for: a flag, and a tick in the app. */
export type WishName = {[Kind in QueuedKind]: keyof Row[Kind]['wishes']}[QueuedKind];

/** What is to be written to the pull request. */
export type PublishRequest = Readonly<Record<WishName, boolean>> &
	Pick<Wishes, 'replies'> & {
		/** What a person wrote, to be sent with the replies instead of ours. Absent: nothing. */
		ownWords?: readonly OwnWords[];
		/** Whether the reasons of coding agents are sent. Absent: yes, because it is a person who sends them. */
		agentReasons?: boolean;
	};

/** By the key of the flag, in the order in which it is done. */
export const wishes = Object.fromEntries(
	kinds.flatMap(kind => Object.entries<Wish>(queued[kind].wishes).map(([name, wish]) => [name, {...wish, kind}])),
) as Readonly<Record<WishName, Wish<WishName> & {kind: QueuedKind}>>;

export const wishNames = namesOf(wishes);

export const isWish = isKeyOf(wishes);

/** What a wish would do. */
export const offeredBy = (name: WishName, writes: OfferedWrites) =>
	wishes[name].offered(writes, writes.planned[rows[wishes[name].kind].count.name] ?? 0);

/** Whether it is planned by thread. */
export const isInThreads = (name: WishName): boolean => rows[wishes[name].kind].plan === undefined;

/** What is to be written to the pull request as a whole, after what is written in its threads. */
export const stepsOnPull = (request: PublishRequest, pull: PlannedPull): HostStep[] =>
	kinds.flatMap(kind => {
		const isAsked = wishNames.some(name => request[name] && wishes[name].kind === kind);
		return isAsked ? planOf(kind, pull) : [];
	});

const planOf = <Kind extends QueuedKind>(kind: Kind, pull: PlannedPull): StepOf<Kind>[] =>
	rows[kind].plan?.(pull) ?? [];

/** What takes a step back that is done; nothing if nothing does. */
export function takeBack<Kind extends QueuedKind>(step: StepOf<Kind>): StepOf<Kind>[] {
	const back = rowOf(step).takeBack?.step(step);
	return back ? [back] : [];
}

/** What these steps took back, in words. */
export const takenBackBy = (steps: readonly HostStep[]): string[] =>
	kinds.flatMap(kind => {
		const number = steps.filter(step => step.kind === kind && step.state === 'done').length;
		const told = rows[kind].takeBack?.told ?? rows[kind].takenBack;
		return told && number > 0 ? [told(number)] : [];
	});

export const isStepKind = isKeyOf(table);

const anyStepShape: z.ZodMiniType<StepRecord<StepKind, unknown>> = z.object({
	key: z.string(),
	kind: z.custom<StepKind>(isStepKind),
	target: z.string(),
	state: z.enum(states),
	result: z._default(z.unknown(), null),
	reason: z.string(),
});

/** Each kind of step knows its own record. */
export const isStep = (value: unknown): value is PublicationStep =>
	hasShape(value, anyStepShape) && hasShape<unknown>(value.result, table[value.kind].record);

export const isHostStep = (step: PublicationStep): step is HostStep => step.kind in queued;

/** A write to a review thread. */
export type ThreadStep = Extract<HostStep, {result: {thread: string}}>;

export const isThreadStep = (step: PublicationStep): step is ThreadStep =>
	isHostStep(step) && subjectOf(step).kind === 'thread';

/** What a step writes to, in words. */
export function nounOf(step: HostStep): string {
	const subject = subjectOf(step);
	if (subject.kind === 'standing') return subject.noun;
	return subject.kind === 'thread' ? 'thread' : 'comment';
}

export const subjectOf = <Kind extends QueuedKind>(step: StepOf<Kind>): Subject => rowOf(step).subject(step);

/** Steps in the same place share what was read for them. */
export const placeOf = (step: HostStep): string => subjectOf(step).id;

/** Whether a step is still to be taken, or another one in its place. */
export function lookFor<Kind extends QueuedKind>(
	step: StepOf<Kind>,
	now: HostNow,
	viewer: string,
): StepLook | {instead: StepOf<Kind>} {
	const look = rowOf(step).look(step, now, viewer);
	return typeof look === 'object' && 'instead' in look ? {instead: {...step, result: look.instead}} : look;
}

export const writeOf = <Kind extends QueuedKind>(step: StepOf<Kind>): Write => rowOf(step).write(step);

/** Whether a step depends on how another one ends. */
export function follows<Kind extends QueuedKind>(step: StepOf<Kind>, other: HostStep): boolean {
	const {kind, id} = subjectOf(other);
	return rowOf(step).follows?.(step, {kind: other.kind, thread: kind === 'thread' ? id : null}) === true;
}

/** Why a step is not taken if the one that it follows had no effect; null if it is. @param isLeft whether a person has to look at that one */
export const whyNotAfter = <Kind extends QueuedKind>(step: StepOf<Kind>, isLeft: boolean): string | null =>
	rowOf(step).notAfter?.(step, isLeft) ?? null;

/** Whether others may have written between the last reading and this step, which is done. */
export const isLate = <Kind extends QueuedKind>(step: StepOf<Kind>): boolean => rowOf(step).late?.isLate(step) === true;

/** What corrects it then; null for nothing. @throws {Failure} of reading */
export const correctionOf = async <Kind extends QueuedKind>(
	step: StepOf<Kind>,
	world: LateWorld,
): Promise<Correction | null> => (await rowOf(step).late?.correct(step, world)) ?? null;

/** The commits that it names. What a person wrote counts by its marker. */
export function commitsNamedBy({result: {body}}: HostStep): string[] {
	const {ownWords = null, commit = null} = parseReply(body ?? '') ?? {};
	if (ownWords !== null) return commit === null ? [] : [commit];
	return (body ?? '').split('\n').flatMap(commitsIn);
}

/** The step with the comment that it has written. */
export const withWritten = <Step extends HostStep>(step: Step, written: WrittenComment | null): Step => ({
	...step,
	result: {...step.result, written},
});

/** @throws {Failure} */
export async function readFor(steps: readonly HostStep[], publisher: Publisher): Promise<HostNow> {
	const subjects = steps.map(subjectOf);
	const ids = new Set(
		subjects.flatMap(one => (one.kind === 'thread' ? [one.id] : one.kind === 'summary' ? one.threads : [])),
	);
	const summary = subjects.find(({kind}) => kind === 'summary');
	const hasSummary = subjects.some(
		one => one.kind === 'summary' || (one.kind === 'thread' && one.isInSummary === true),
	);
	const threads = ids.size === 0 ? [] : await publisher.threadsNow([...ids]);
	const isOfStanding = subjects.some(({kind}) => kind === 'standing');
	return {
		threads: new Map(threads.map(thread => [thread.id, thread])),
		bodies: summary?.kind === 'summary' ? await publisher.bodiesNow(summary.bodies) : new Map(),
		comments: hasSummary ? await publisher.comments() : [],
		standing: isOfStanding ? await publisher.standing() : null,
	};
}

/** The step that writes what is to be said in a thread, or done there. @param viewer login of the token's account */
export function stepOf(
	act: Act,
	{told = 'reply', ...heard}: {now: ThreadNow; plan: HeardPlan; told?: Told},
	viewer: string,
): ThreadStep {
	const result = heardIn(act, heard, viewer);
	const fresh = {target: act.thread, state: 'intended', reason: ''} as const;
	switch (act.kind) {
		case 'reply':
		case 'edit': {
			const {body} = act;
			const comment = act.kind === 'edit' ? act.comment : null;
			return {...fresh, key: `reply:${act.thread}`, kind: 'reply', result: {...result, body, comment}};
		}
		case 'react':
		case 'withdraw': {
			const {kind, comment} = act;
			return {...fresh, key: `${kind}:${comment}`, kind, target: comment, result: {...result, body: null, comment}};
		}
		case 'resolve':
			return {...fresh, key: `resolve:${act.thread}`, kind: 'resolve', result: {...result, body: null, told}};
		case 'unresolve':
			return {...fresh, key: `unresolve:${act.thread}`, kind: 'unresolve', result: {...result, body: null}};
	}
}
