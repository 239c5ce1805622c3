import type {Proposal} from '../../resolve/proposal.ts';
import type {Context} from '../../run/context.ts';
import type {Repository} from '../../worktree/repository.ts';
import type {Delivery} from '../delivery.ts';
import {type Leaving, type PreparedWrites, plannedSteps, planWrites} from '../publish/prepare-writes.ts';
import {publishedBy} from '../publish/published.ts';
import {readThreads} from '../publish/read-threads.ts';
import type {OfferedWrites} from '../steps/step.ts';
import {type Offered, onRecording} from './offered.ts';

/** What could be written to the threads, now and after a push. @param leaving what a push puts on the head @throws {Failure} */
export async function offerThreads(
	{request: {publish}, target, ...delivery}: Delivery<Repository>,
	leaving: ReadonlySet<Proposal>,
	context: Context,
): Promise<Offered<{now: OfferedWrites; pushed: OfferedWrites}>> {
	if (target === null || publish === null) return onRecording;
	const state = delivery.state();
	const {replies} = publish;
	const read = await readThreads({...delivery, target, state, standing: null, replies}, context, () => {});
	if ('obstacle' in read) return read.obstacle;
	const writesWith = (next: Leaving | null) =>
		describeWrites(planWrites(read, publish, {state, leaving: next, run: ''}));
	const pushed = writesWith({proposals: leaving, commit: '<commit>', namesLines: true});
	return {what: {now: writesWith(null), pushed}};
}

function describeWrites(prepared: PreparedWrites): OfferedWrites {
	const {words, viewer} = prepared;
	const {threads, summary} = words;
	const resolved = threads.filter(({acts}) => acts.acts.some(({kind}) => kind === 'resolve'));
	const byBots = resolved.filter(({now}) => now.comments[0]?.author?.isBot === true);
	const published = publishedBy(words, plannedSteps(words, prepared), viewer);
	return {
		replies: threads.flatMap(({plan, acts}) => {
			const isReply = acts.acts.some(({kind}) => kind === 'reply' || kind === 'edit');
			const text = plan.ownWords ?? plan.closing.text;
			if (!isReply || text === null) return [];
			const isOwn = plan.ownWords !== null;
			return [{findings: plan.findings, text, isOwn, isFixed: !isOwn && plan.closing.state === 'changed'}];
		}),
		repliesWith: prepared.countReplies(),
		summary: summary?.planned ? (published.summary?.text ?? null) : null,
		botThreads: byBots.length,
		peopleThreads: resolved.length - byBots.length,
		planned: published.planned,
		denied: threads.find(({acts}) => acts.open?.code === 'no-permission')?.acts.open?.reason ?? null,
	};
}
