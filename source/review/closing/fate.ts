import type {LineRange, Place} from '../finding.ts';
import type {OpenReason} from './stays-open.ts';

/** What became of one thing that a thread asks for, as the head of the pull request shows it. */
export type Fate =
	| Committed
	/** A commit of another has it; `before`: one that is older than the pull request; null: which one is unknown. */
	| {kind: 'already-fixed'; commit: string | 'before' | null}
	| Changed
	/** The user's command fails with it and passes without it. */
	| {kind: 'breaks'; place: Place | null}
	| Declined
	/** Another suggestion for these lines was chosen, and this commit has it; `isEdited`: as a person wrote it. */
	| {kind: 'superseded'; place: Place | null; commit: string; isEdited: boolean}
	| {kind: 'open'; place: Place | null; why: OpenReason}
	/** Something without a change, which a person or a model has to read. */
	| {kind: 'remark'; why: OpenReason}
	/** Something that its text asks for beside its changes, or a change that no run places. */
	| {kind: 'more'};

/**
 * A commit of another has changed its lines, and a person or a coding agent says that this was for it. `isInWords`: it suggests no
 * code; `forPeople`: why only a person can settle it, null if anybody can.
 */
type Changed = {kind: 'changed'; commit: string; isInWords: boolean; forPeople: string | null};

/** `reason`: theirs who declined it, null if none was given; `isAgents`: a coding agent, which binds nobody. Absent: a person. */
export type Declined = {kind: 'declined'; place: Place | null; reason: string | null; isAgents?: boolean};

/**
 * A commit of ours has it. `edited`: as a person wrote it, not as it was suggested; `reformatted`: as the hook pre-commit has
 * made it.
 */
export type Committed = {
	kind: 'fixed' | 'edited' | 'reformatted';
	commit: string;
	moved: LineRange | null;
	model: string | null;
};

/** Fates of changes. */
export type ChangeFate = Exclude<Fate, {kind: 'remark' | 'more'}>;

/** Fates that are on the head. */
export type Done = Committed | Changed | Extract<Fate, {kind: 'already-fixed'}>;

export const isOnHead = (fate: Fate): fate is Done =>
	isCommitted(fate) || fate.kind === 'changed' || fate.kind === 'already-fixed';

/** Whether a commit of ours has it, in whatever form. */
export const isCommitted = (fate: Fate): fate is Committed =>
	fate.kind === 'fixed' || fate.kind === 'edited' || fate.kind === 'reformatted';

/** The user's command that the run was verified with; `command` null: it must not be quoted. */
export type Verified = {
	command: string | null;
	/** Whether it passed with exactly what is on the head. */
	passes: boolean;
	/** Whether it ran on what is committed and nothing else, so that it passes there without what broke it. */
	isExact: boolean;
};
