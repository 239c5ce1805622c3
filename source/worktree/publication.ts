import type {PublicationStep, StepKind} from '../delivery/steps/table.ts';

export const isOpenStep = ({state}: PublicationStep) => state === 'intended' || state === 'unknown';

/** The steps that `apply --continue` has to settle. Those of a run that was undone are void. */
export const openSteps = ({phase, publication}: {phase: string; publication: readonly PublicationStep[]}) =>
	phase === 'undone' ? [] : publication.filter(isOpenStep);

const isDone = (steps: readonly PublicationStep[], wanted: StepKind) =>
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
export const pushOf = (step: PublicationStep) => (step.kind === 'push' ? step.result : null);
