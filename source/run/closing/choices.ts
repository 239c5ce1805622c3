import type {ClosingChoice} from '../../settings/closing-ticks.ts';
import {
	type ClosingRequest,
	type CodeRunRequest,
	type CommitRequest,
	type PublishRequest,
	plainCommit,
	type VerifyRequest,
} from './request.ts';

export type ClosingTickSet = ReadonlySet<ClosingChoice>;

/** What the app offers after writing begins with. */
export type ClosingPresets = {
	/** What a flag or the user's settings asked for. */
	ticked: ClosingTickSet;
	/** What the steps do if they are ticked; `verify` null: there is no command. */
	verify: VerifyRequest | null;
	/** Before a commit and a push; null: hooks are not run. */
	hooks: CodeRunRequest | null;
	commit: CommitRequest;
};

export const noPresets: ClosingPresets = {ticked: new Set(), verify: null, hooks: null, commit: plainCommit};

/** What makes no sense without another choice. */
const needs: Readonly<Partial<Record<ClosingChoice, ClosingChoice>>> = {
	signoff: 'commit',
	push: 'commit',
	resolve_people: 'resolve_threads',
};

/** Ticks a choice with what it needs, or unticks it with what needs it. @param canTick whether a choice is possible */
export function toggleChoice(
	ticked: ClosingTickSet,
	choice: ClosingChoice,
	canTick: (choice: ClosingChoice) => boolean,
): ClosingTickSet {
	const needed = needs[choice];
	if (!ticked.has(choice)) {
		return new Set([...ticked, choice, ...(needed !== undefined && canTick(needed) ? [needed] : [])]);
	}
	// A push may be about commits that are there already.
	const dependents = (Object.keys(needs) as ClosingChoice[]).filter(other => needs[other] === choice);
	return ticked.difference(new Set([choice, ...dependents]));
}

const staysHere: ClosingTickSet = new Set(['verify', 'commit', 'signoff']);

/** Whether something is written to the host, which only an explicit yes starts. */
export const isOutward = (ticked: ClosingTickSet): boolean => !ticked.isSubsetOf(staysHere);

/** What is to be done for these ticks. */
export function requestOf(
	ticked: ClosingTickSet,
	{verify, hooks, commit}: Omit<ClosingPresets, 'ticked'>,
): ClosingRequest {
	const publish: PublishRequest = {
		reply: ticked.has('reply'),
		resolveThreads: ticked.has('resolve_threads'),
		resolvePeople: ticked.has('resolve_people'),
		react: ticked.has('react'),
		requestReview: ticked.has('request_review'),
	};
	return {
		verify: ticked.has('verify') ? verify : null,
		commit: ticked.has('commit') ? {...commit, signoff: ticked.has('signoff') || commit.signoff} : null,
		hooks: ticked.has('commit') || ticked.has('push') ? hooks : null,
		push: ticked.has('push') ? {} : null,
		publish: Object.values(publish).some(isAsked => isAsked) ? publish : null,
	};
}
