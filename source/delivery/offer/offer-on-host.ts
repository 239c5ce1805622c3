import type {Standing} from '../../code-host/publisher.ts';
import type {Ruling} from '../../resolve/decide.ts';
import type {Analysis} from '../../run/analyze.ts';
import type {Context} from '../../run/context.ts';
import type {RunEvent} from '../../run/events.ts';
import type {RunState} from '../../run/state.ts';
import type {DeliveryPresets} from '../choices.ts';
import {plannedCandidates} from '../commit/preview-commit.ts';
import type {HostRepository} from '../follow-head.ts';
import {accountOf, messagesOnHost} from '../on-host/prepare-on-host.ts';
import {openPublishing, type PublishTarget} from '../publish/open-publishing.ts';
import {hostObstacle} from '../push/push-obstacles.ts';
import {nothingAsked} from '../request.ts';
import {lookUpWriters, outsidersAmong} from '../trust.ts';
import {offerThreads} from './offer-threads.ts';
import {type Offered, type OfferedCommit, type OfferedPush, orReason} from './offered.ts';

type HostOfferSubject = {
	target: PublishTarget;
	analysis: Analysis<HostRepository>;
	/** With the plan as it is now, of which nothing is written. */
	state: RunState;
	presets: DeliveryPresets;
};

const noTree = {reason: 'there is no working tree', remedy: ''};

/** Looks up what can be done on the host with a plan. @throws the signal's reason */
export async function* offerOnHost(subject: HostOfferSubject, context: Context): AsyncGenerator<RunEvent, void> {
	const {target, analysis, state} = subject;
	const {repository} = analysis;
	const made = (state.plan?.rulings ?? []).filter(({outcome}) => outcome === 'apply');
	const standing = await orReason(async () => {
		const publisher = await openPublishing(target, repository, context, () => {});
		return {what: await publisher.standing()};
	});
	const commit = 'what' in standing ? commitOf(subject, standing.what) : standing;
	const push = 'what' in standing ? await orReason(() => pushOf(subject, made, standing.what, context)) : standing;
	const known = {hooks: {commit: [], push: [], areThere: false, strangers: []}, commit, verify: noTree, push};
	yield {type: 'delivery-offer', offer: {...known, threads: null}};
	const leaving = new Set(made.map(({proposal}) => proposal));
	const {replies} = subject.presets;
	const threads = await orReason(() => offerThreads({analysis, repository, target, state, replies, leaving}, context));
	yield {type: 'delivery-offer', offer: {...known, threads}};
}

function commitOf({analysis, state, presets}: HostOfferSubject, standing: Standing): Offered<OfferedCommit> {
	const planned = state.plan ? plannedCandidates(state.plan, analysis) : [];
	if (planned.length === 0) return {reason: 'nothing is planned', remedy: ''};
	const account = accountOf(standing);
	const {commit} = presets;
	return {
		what: {
			branch: null,
			changes: new Set(planned.flatMap(({source}) => source.edit.changes)).size,
			files: new Set(planned.map(({path}) => path)).size,
			messages: messagesOnHost(planned, {commit, number: analysis.pullRequest.number, account}),
			committer: `${account.name} <${account.email}>`,
			answered: [],
		},
	};
}

async function pushOf(
	{analysis}: HostOfferSubject,
	made: readonly Ruling[],
	standing: Standing,
	context: Context,
): Promise<Offered<OfferedPush>> {
	const obstacle = hostObstacle(standing);
	if (obstacle) return {reason: obstacle.reason, remedy: obstacle.remedy};
	const findings = made.flatMap(({proposal}) => proposal.findings);
	const {pullRequest, repository: clone} = analysis;
	const read = {pullRequest, findings, repository: clone};
	const {outward} = await lookUpWriters({...nothingAsked, push: {}}, read, true, context);
	const {repository, branch, requiresSignoff} = standing.head;
	const outsiders = outsidersAmong(findings, outward);
	return {
		what: {
			repository,
			branch,
			isByHost: true,
			requiresSignoff: requiresSignoff === true,
			outsiders,
			answered: [],
		},
	};
}
