import type {Context} from '../context.ts';
import type {RunEvent} from '../events.ts';
import type {WrittenClosing} from './closing.ts';
import {commit} from './commit/commit.ts';
import {publish} from './publish/publish.ts';
import {type ClosingPush, push} from './push/push.ts';
import {takeInOrder} from './take-in-order.ts';
import {verify} from './verify/verify.ts';

/** A push that can commit again, without what the host does not accept. */
const pushOf = (closing: WrittenClosing): ClosingPush => ({
	...closing,
	hooks: closing.request.hooks,
	headRead: closing.analysis.pullRequest.headRefOid,
	made: () => closing.state().committed?.commits.map(({oid}) => oid) ?? [],
	ifMoved: 'undo',
	commitRest: closing.request.commit && ((leftOut, world) => commit(closing, closing.request.commit!, world, leftOut)),
});

/** Takes the steps that were asked for, after the files were written. */
export function close(closing: WrittenClosing, context: Context): AsyncGenerator<RunEvent, void> {
	const {request} = closing;
	return takeInOrder(
		[
			['verify', request.verify && (world => verify(closing, request.verify!, world))],
			['commit', request.commit && (world => commit(closing, request.commit!, world))],
			['push', request.push && (world => push(pushOf(closing), world))],
			['publish', request.publish && (world => publish(closing, request.publish!, world))],
		],
		closing,
		context,
	);
}
