import type {Conflict} from '../../resolve/conflict.ts';
import type {Plan, Ruling} from '../../resolve/decide.ts';
import type {Policy} from '../../resolve/policy.ts';
import type {Repository} from '../../worktree/repository.ts';
import type {Analysis} from '../analyze.ts';
import type {Snapshot} from '../files/snapshot.ts';
import type {CheckedPlan} from '../plan/hold-back.ts';
import {ruleOn} from '../plan/plan-of.ts';
import type {OwnRun} from './own-runs.ts';

/** Changes in conflict, whether a decision has settled it or not. */
export type Group = Pick<Conflict, 'id' | 'kind'> & {changes: readonly string[]};

/** Ids of findings; null for all. */
export type Only = ReadonlySet<string> | null;

/** A plan with all that is needed to show and to write it. */
export type Planned = Omit<CheckedPlan, 'warnings'> & {
	analysis: Analysis<Repository>;
	groups: readonly Group[];
	/** The files of a ruling: as they are now, or as they were before an own run carried it out. */
	snapshotOf: (ruling: Ruling) => Snapshot;
};

/** The session's runs that have not been undone. */
export type SessionStanding = {runs: readonly OwnRun[]};

/** Reads the files again. @throws as `lookAgain` of the session's place */
export type SessionLook = (signal: AbortSignal) => Promise<SessionStanding>;

/** Changes that were declined are still sides of their conflicts. */
export function conflictGroups(analysis: Analysis<Repository>, {conflicts}: Plan, policy: Policy): Group[] {
	const {decisions} = analysis;
	const wanted = decisions.filter(({action}) => action !== 'decline');
	const all = wanted.length === decisions.length ? conflicts : ruleOn(analysis, policy, wanted).conflicts;
	return all.map(({id, kind, proposals}) => ({
		id,
		kind,
		changes: proposals.flatMap(({change, aliases}) => [change.id, ...aliases]),
	}));
}
