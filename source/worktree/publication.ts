import {hasFields, isAnything, isOneOf, isText} from '../system/shape.ts';

const kinds = ['commit', 'push', 'reply', 'resolve', 'unresolve', 'react', 'comment', 'request', 'undo'] as const;
const states = ['intended', 'done', 'unknown', 'skipped', 'failed'] as const;

/** A step of a run after it wrote its files: something that git or the code host does. */
export type PublicationStep = {
	/** Unique in its run: `commit`, `push`, `reply:<thread>`; `undo` while another run reverts what this one pushed. */
	key: string;
	kind: (typeof kinds)[number];
	/** A branch, or the id of a thread, a comment or the pull request on the code host. */
	target: string;
	/** `intended`: on disk before it is tried; `unknown`: its answer was lost. */
	state: (typeof states)[number];
	/** What it made, by kind; null if it made nothing. */
	result: unknown;
	/** Why it was skipped or failed, or why the process that was to take it ended before it left; otherwise empty. */
	reason: string;
};

export const isPublicationStep = hasFields<PublicationStep>({
	key: isText,
	kind: isOneOf(...kinds),
	target: isText,
	state: isOneOf(...states),
	result: isAnything,
	reason: isText,
});

export const isOpenStep = ({state}: PublicationStep) => state === 'intended' || state === 'unknown';

/** The steps that `apply --continue` has to settle. Those of a run that was undone are void. */
export const openSteps = ({phase, publication}: {phase: string; publication: readonly PublicationStep[]}) =>
	phase === 'undone' ? [] : publication.filter(isOpenStep);

const isDone = (steps: readonly PublicationStep[], wanted: PublicationStep['kind']) =>
	steps.some(({kind, state}) => kind === wanted && state === 'done');

type Published = {publication: readonly PublicationStep[]};

export const isPushed = ({publication}: Published) => isDone(publication, 'push');

/** Whether a run has made a commit that it has not pushed. */
export const isUnpushed = (run: Published) => isDone(run.publication, 'commit') && !isPushed(run);

/** The steps with this one in the place of the one with its key, or at the end. */
export function withStep(steps: readonly PublicationStep[], step: PublicationStep): PublicationStep[] {
	const at = steps.findIndex(({key}) => key === step.key);
	return at === -1 ? [...steps, step] : steps.with(at, step);
}

/** Whether two runs record the same push, which takes the commits of both. */
export const isSamePush = (one: PublicationStep, other: PublicationStep) =>
	one.kind === 'push' &&
	other.kind === 'push' &&
	pushedCommit(one) !== null &&
	pushedCommit(one) === pushedCommit(other);

/** Object id of the commit that a step pushes; null for other steps, and before it is known. */
export const pushedCommit = (step: PublicationStep): string | null => pushOf(step)?.after ?? null;

/** The commits that the branch is at before and after a push; null for other steps, and before they are known. */
export const pushOf = ({kind, result}: PublicationStep): Push | null =>
	kind === 'push' && isPush(result) ? result : null;

type Push = {before: string; after: string};

const isPush = hasFields<Push>({before: isText, after: isText});
