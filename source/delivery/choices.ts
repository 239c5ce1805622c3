import type {OwnWords} from '../review/closing/thread-plan.ts';
import {type DeliveryChoice, deliveryChoices} from '../settings/delivery-ticks.ts';
import {byName} from '../system/by-name.ts';
import type {CodeRunRequest, CommitRequest, DeliveryRequest, VerifyRequest} from './request.ts';
import {type PublishRequest, wishes, wishNames} from './steps/table.ts';

export type DeliveryTickSet = ReadonlySet<DeliveryChoice>;

/** Where the steps are taken: in a working tree, after its files were written, or on the host. */
export type DeliveryPlace = 'worktree' | 'host';

/** The steps that are offered, each with all choices that it makes. */
export type DeliveryMenu = ReadonlyMap<DeliveryChoice, readonly DeliveryChoice[]>;

const stepByStep: DeliveryMenu = new Map(deliveryChoices.map(choice => [choice, [choice]]));

export const deliveryMenus: Readonly<Record<DeliveryPlace, DeliveryMenu>> = {
	worktree: stepByStep,
	// There are no files to run a command on, and a commit is pushed as soon as it is made.
	host: new Map(
		[...stepByStep]
			.filter(([step]) => step !== 'verify' && step !== 'push')
			.map(([step, made]) => [step, step === 'commit' ? ['push', 'commit'] : made]),
	),
};

/** What the app offers after writing begins with. */
export type DeliveryPresets = {
	place: DeliveryPlace;
	/** What a flag or the user's settings asked for. */
	ticked: DeliveryTickSet;
	/** What the steps do if they are ticked; `verify` null: there is no command. */
	verify: VerifyRequest | null;
	/** Before a commit and a push; null: hooks are not run, false: as the user wants. */
	hooks: DeliveryRequest['hooks'];
	/** How hooks would be run; null: they cannot be. */
	hooksHow: CodeRunRequest | null;
	commit: CommitRequest;
	replies: PublishRequest['replies'];
	/** What the user wrote for threads, which is not sent yet. */
	ownWords?: readonly OwnWords[];
	/** Whether the reasons of coding agents are sent. Absent: yes. */
	agentReasons?: boolean;
};

/** What hooks may do: nothing, refuse a step, or also reformat lines. */
export type HooksValue = 'off' | 'on' | 'accept';

export const hooksValueOf = ({hooks}: Pick<DeliveryPresets, 'hooks'>): HooksValue =>
	hooks ? (hooks.accepts ? 'accept' : 'on') : 'off';

const nextHooks: Readonly<Record<HooksValue, HooksValue>> = {off: 'on', on: 'accept', accept: 'off'};

/** The same with the next value for hooks; as they are if none can be run. */
export function turnHooks(presets: DeliveryPresets): DeliveryPresets {
	const {hooksHow} = presets;
	if (hooksHow === null) return presets;
	const value = nextHooks[hooksValueOf(presets)];
	return {...presets, hooks: value === 'off' ? false : {...hooksHow, accepts: value === 'accept'}};
}

/** What makes no sense without another choice. */
const needs: Readonly<Partial<Record<DeliveryChoice, DeliveryChoice | undefined>>> = {
	signoff: 'commit',
	push: 'commit',
	...byName(wishNames, name => wishes[name].needs),
};

/** What the steps are that can be ticked now. */
export type TickRules = {
	menu: DeliveryMenu;
	/** Whether a step is possible. */
	canTick: (step: DeliveryChoice) => boolean;
	/** Whether a step has nothing to do before a push. */
	isAfterPush: (step: DeliveryChoice) => boolean;
};

/** Ticks a step with all that it needs, or unticks it with all that needs it. */
export function toggleChoice(ticked: DeliveryTickSet, step: DeliveryChoice, rules: TickRules): DeliveryTickSet {
	const made = rules.menu.get(step) ?? [];
	const isTicked = made.every(choice => ticked.has(choice));
	return isTicked ? ticked.difference(withNeeding(made, rules)) : ticked.union(withNeeded(step, rules));
}

function needsOf(choice: DeliveryChoice, {isAfterPush}: TickRules): DeliveryChoice[] {
	const needed = needs[choice];
	return [...(needed === undefined ? [] : [needed]), ...(isAfterPush(choice) ? (['push'] as const) : [])];
}

/** What a step makes, and what is needed for that as far as it is possible. */
function withNeeded(step: DeliveryChoice, rules: TickRules): DeliveryTickSet {
	const {menu, canTick} = rules;
	const found = new Set(menu.get(step));
	for (const choice of found) {
		for (const needed of needsOf(choice, rules)) {
			const [making, made = []] = [...menu].find(([, all]) => all.includes(needed)) ?? [];
			if (making !== undefined && canTick(making)) for (const each of made) found.add(each);
		}
	}
	return found;
}

/** These choices, and what makes no sense without them. A push may be about commits that are there already. */
function withNeeding(made: readonly DeliveryChoice[], rules: TickRules): DeliveryTickSet {
	const found = new Set(made);
	for (const choice of found)
		for (const other of deliveryChoices) if (needsOf(other, rules).includes(choice)) found.add(other);
	return found;
}

const staysHere: DeliveryTickSet = new Set(['verify', 'commit', 'signoff']);

/** Whether something is written to the host, which only an explicit yes starts. */
export const isOutward = (ticked: DeliveryTickSet): boolean => !ticked.isSubsetOf(staysHere);

/** As if all was ticked that makes a step. */
export const everythingOf = (presets: DeliveryPresets): DeliveryRequest =>
	requestOf(new Set(deliveryChoices.filter(choice => choice !== 'signoff')), presets);

/** What is to be done for these ticks. */
export function requestOf(
	ticked: DeliveryTickSet,
	{verify, hooks, commit, replies, ownWords, agentReasons}: DeliveryPresets,
): DeliveryRequest {
	const publish = byName(wishNames, name => ticked.has(name));
	return {
		verify: ticked.has('verify') ? verify : null,
		commit: ticked.has('commit') ? {...commit, signoff: ticked.has('signoff') || commit.signoff} : null,
		hooks: ticked.has('commit') || ticked.has('push') ? hooks : null,
		push: ticked.has('push') ? {} : null,
		publish: Object.values(publish).some(isAsked => isAsked)
			? {...publish, replies, ...(ownWords && {ownWords}), ...(agentReasons !== undefined && {agentReasons})}
			: null,
	};
}
