import type {Standing} from '../../code-host/publisher.ts';
import type {Context} from '../../run/context.ts';
import {plannedCandidates} from '../commit/preview-commit.ts';
import type {Delivery} from '../delivery.ts';
import type {HostRepository} from '../follow-head.ts';
import {accountOf, lookOnHost, messagesOnHost} from '../on-host/prepare-on-host.ts';
import {plainCommit} from '../request.ts';
import {lookUpWriters, outsidersAmong} from '../trust.ts';
import {offerThreads} from './offer-threads.ts';
import {
	commitOf,
	type DeliveryOffer,
	type Offered,
	type OfferedCommit,
	onRecording,
	orReason,
	pushOf,
} from './offered.ts';

const noTree = {reason: 'there is no working tree', remedy: ''};

/** What can be done on the host with a plan. @throws the signal's reason */
export async function* offerOnHost(
	delivery: Delivery<HostRepository>,
	context: Context,
): AsyncGenerator<DeliveryOffer, void> {
	const {target, repository, analysis, request, state} = delivery;
	const made = (state().plan?.rulings ?? []).flatMap(({outcome, proposal}) => (outcome === 'apply' ? [proposal] : []));
	const look = await orReason(async () =>
		target ? {what: await lookOnHost(target, repository, context)} : onRecording,
	);
	const commit = 'what' in look ? offerCommit(delivery, look.what.standing) : look;
	const push = await orReason(async () => {
		if (!('what' in look)) return look;
		const findings = made.flatMap(proposal => proposal.findings);
		const read = {pullRequest: analysis.pullRequest, findings, repository};
		const isOpen = look.what.obstacle === null;
		const outward = isOpen ? (await lookUpWriters(request, read, true, context)).outward : null;
		return pushOf(look.what, {isByHost: true, outsiders: outsidersAmong(findings, outward), answered: []});
	});
	const known = {hooks: {commit: [], push: [], areThere: false, strangers: []}, commit, verify: noTree, push};
	yield {...known, threads: null};
	yield {...known, threads: await orReason(() => offerThreads(delivery, new Set(made), context))};
}

function offerCommit(
	{analysis, state, request: {commit}, number}: Delivery<HostRepository>,
	standing: Standing,
): Offered<OfferedCommit> {
	const {plan} = state();
	const planned = plan ? plannedCandidates(plan, analysis) : [];
	if (planned.length === 0) return {reason: 'nothing is planned', remedy: ''};
	const account = accountOf(standing);
	const messages = messagesOnHost(planned, {commit: commit ?? plainCommit, number, account});
	return {what: commitOf(planned, account, {branch: null, messages})};
}
