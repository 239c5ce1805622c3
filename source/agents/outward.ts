import {createHash} from 'node:crypto';
import {type DeliveryPresets, requestOf} from '../delivery/choices.ts';
import type {DeliveryOffer} from '../delivery/offer/offered.ts';
import type {DeliveryRequest} from '../delivery/request.ts';
import {argumentsFor} from '../run/pull-request/name.ts';
import {sentences} from '../text/sentences.ts';
import {type Allowed, type Step, steps, stepTable, ticksOf} from './allow.ts';
import type {Desk, Reading} from './desk.ts';

/** What could leave the machine now, looked up to the end. */
export type Outward = {
	offer: DeliveryOffer;
	/** Changes with everything that a person would see before it is sent. */
	hash: string;
};

/** Looks up what the steps would do. @throws the signal's reason */
export async function lookOutward(reading: Reading, desk: Desk, signal: AbortSignal): Promise<Outward> {
	const {session, driver, planned, request} = reading;
	await driver.follow(session.delivery.offer(planned, presetsFor(request, desk), signal));
	const offer = driver.state().deliveryOffer;
	if (offer === null) throw new Error('the steps were not offered');
	return {offer, hash: hashOf(offer, reading, desk.allowed)};
}

function hashOf({commit, push, threads}: DeliveryOffer, {planned}: Reading, allowed: Allowed): string {
	const {number, headRefOid} = planned.analysis.pullRequest;
	const shown = {number, headRefOid, commit, push, threads, reasons: allowed.has('reasons')};
	return createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 16);
}

/** Those of the steps that can be taken now, and why the others cannot. */
export function possibleSteps(
	{commit, push, threads}: DeliveryOffer,
	wanted: readonly Step[],
): {possible: Step[]; obstacles: string[]} {
	const offers = {commit, push, reply: threads, resolve: threads};
	const isPossible = (step: Step) => offers[step] !== null && 'what' in offers[step];
	const obstacles = wanted.flatMap(step => {
		const offered = offers[step];
		return offered && 'reason' in offered ? [`${step}: ${sentences(offered.reason, offered.remedy)}`] : [];
	});
	return {possible: wanted.filter(isPossible), obstacles};
}

/** The steps of a call: those asked for, or all that are allowed. */
export const stepsWanted = (asked: readonly Step[] | null, allowed: Allowed): Step[] =>
	steps.filter(step => (asked === null ? allowed.has(step) : asked.includes(step)));

/** What a delivery is asked to do. */
export const requestFor = (wanted: readonly Step[], {request}: Reading, desk: Desk): DeliveryRequest =>
	requestOf(ticksOf(wanted), presetsFor(request, desk));

/** No word of an agent is sent unless the person has allowed it. */
const presetsFor = ({presets}: Reading['request'], {allowed}: Desk): DeliveryPresets => ({
	...presets,
	agentReasons: allowed.has('reasons'),
});

/** The command with which a person takes these steps. */
export function commandFor(wanted: readonly Step[], {planned: {analysis}}: Reading): string {
	const named = wanted.filter(step => step !== 'commit' || !wanted.includes('push')).map(step => stepTable[step].flag);
	return ['pr-resolve apply', argumentsFor(analysis.pullRequest, analysis.repository), ...named].join(' ');
}
