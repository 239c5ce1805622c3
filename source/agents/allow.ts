import {Failure} from '../failure.ts';
import type {DeliveryChoice} from '../settings/delivery-ticks.ts';
import {namesOf} from '../system/by-name.ts';

/** What a person may allow an agent to have leave the machine. */
export const allowances = ['commit', 'push', 'reply', 'reasons', 'resolve'] as const;

export type Allowance = (typeof allowances)[number];

/** `reasons`: an agent's own words in replies. */
export type Allowed = ReadonlySet<Allowance>;

/** The steps that an agent can ask for, as a person does: by a tick of the review, or by a flag. `reasons` is none. */
export const stepTable = {
	commit: {tick: 'commit', flag: '--commit'},
	push: {tick: 'push', flag: '--push'},
	reply: {tick: 'reply', flag: '--reply'},
	resolve: {tick: 'resolveThreads', flag: '--resolve-threads'},
} as const satisfies Record<string, {tick: DeliveryChoice; flag: string}>;

export type Step = keyof typeof stepTable;

export const steps = namesOf(stepTable);

export const ticksOf = (wanted: readonly Step[]): Set<DeliveryChoice> =>
	new Set(wanted.map(step => stepTable[step].tick));

/** `commit, push and reply`, or nothing. */
export const nameAllowed = (allowed: Allowed): string =>
	allowed.size === 0 ? 'nothing' : allowances.filter(each => allowed.has(each)).join(', ');

/**
 * Whether what is left of a run is allowed. The comment on a pull request answers what has no reply of its own.
 * @param kind of a step in the record of the run
 */
export const mayTake = (kind: string, {allowed}: {allowed: ReadonlySet<string>}): boolean =>
	allowed.has(kind === 'comment' ? 'reply' : kind);

/** @param command for a person to run */
export const notAllowed = (barred: readonly string[], command: string) =>
	new Failure(
		'usage',
		'not-allowed',
		`The person who started this server has not allowed: ${barred.join(', ')}.`,
		`A person runs: ${command}`,
	);
