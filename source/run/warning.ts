import {isTroubleKind, type ModelTroubleKind} from '../llm/providers/trouble.ts';
import type {CommentWarning} from '../review/warning.ts';

/** What the user should know about a run; reports print it as it is. */
export type Warning = CommentWarning | DecisionWarning | RunWarning;

/** `commentId` is null if no finding has the change that the decision names. */
type DecisionWarning = {kind: 'decision-ignored'; commentId: string | null; text: string};

export type RunWarning = {
	kind: Exclude<keyof typeof explained, (CommentWarning | DecisionWarning)['kind']> | ModelTroubleKind;
	commentId: null;
	text: string;
};

/** What findings are left for at the end of a run that a warning explains: `any` findings, or those with this outcome. */
type Explained = 'stale' | 'needs-model' | 'any' | null;

/** What each kind of warning explains. Troubles of a model explain findings that still need one. */
const explained = {
	'repeated-comment': null,
	'hidden-instructions': null,
	'decision-ignored': null,
	'not-open': null,
	/** What a command verifies is not what is committed. */
	'other-edits': 'any',
	/** What was deleted while the run went on. */
	'record-lost': 'any',
	/** Another git has a branch locked, and the run does not need it. */
	'branch-locked': null,
	/** Hooks that git would have run. */
	'hooks-skipped': null,
	'unfit-filter': null,
	/** A recording without roles: whose answers count is not known. */
	'roles-unknown': null,
	/** A person wants what others have answered. */
	'over-objections': null,
	/** What a person has declined is not said on the pull request. */
	'declined-here': null,
	/** What the team has declined for good cannot be used, or not all of it. */
	memory: null,
	'syntax-check': 'any',
	/** The pull request's own settings file keeps the run from writing. */
	'imposed-mode': 'any',
	/** What was asked for only answers for what is on the pull request. */
	'only-answers': 'any',
	'other-repository': 'stale',
	'wrong-tree': 'stale',
	/** A name alone: the commits are the pull request's. */
	'other-branch': null,
	'other-commit': 'stale',
	'commit-gone': 'stale',
	'foreign-commits': 'stale',
	/** The settings file of one pull request does not change what all of a fleet share. */
	'shared-settings': null,
	/** A model is chosen but not enabled. */
	'model-off': 'needs-model',
	/** Requests are sent at once, but answered one after the other. */
	serial: null,
	/** Another provider is asked instead; it may not answer either. */
	fallback: 'needs-model',
	budget: 'needs-model',
	circuit: 'needs-model',
	/** What machines share cannot be used. */
	store: 'needs-model',
} as const satisfies Record<string, Explained>;

/** Whether it only says how things are, and gives no cause to act. */
export const isNote = ({kind}: Warning): boolean => kind === 'other-branch';

const explainedBy = ({kind}: Warning): Explained => (isTroubleKind(kind) ? 'needs-model' : explained[kind]);

/** The warnings that explain why findings are left; they are shown again at the end. */
export function lastingWarnings(warnings: readonly Warning[], left: {stale: number; needsModel: number}): Warning[] {
	const isShown = {any: true, stale: left.stale > 0, 'needs-model': left.needsModel > 0};
	return warnings.filter(warning => {
		const what = explainedBy(warning);
		return what !== null && isShown[what];
	});
}
