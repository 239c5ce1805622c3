import type {Context} from '../context.ts';
import type {RunEvent} from '../events.ts';
import {withoutHeld} from './answered/answers-since.ts';
import {takeAnswered} from './answered/take-answered.ts';
import {commitUnanswered, takeOutAnswered} from './answered/take-out.ts';
import type {WrittenClosing} from './closing.ts';
import {type AgainVerified, commit} from './commit/commit.ts';
import {publish} from './publish/publish.ts';
import {type ClosingPush, push} from './push/push-once.ts';
import {takeInOrder} from './take-in-order.ts';
import {verify, verifyAsItIs} from './verify/verify.ts';

/** A push that can commit again, without what the host does not accept. */
const pushOf = (closing: WrittenClosing & AgainVerified): ClosingPush => ({
	...closing,
	hooks: closing.request.hooks,
	headRead: closing.analysis.pullRequest.headRefOid,
	made: () => closing.state().committed?.commits.map(({oid}) => oid) ?? [],
	ifMoved: 'undo',
	commitRest:
		closing.request.commit && ((leftOut, world) => commitUnanswered(closing, closing.request.commit!, world, leftOut)),
});

/** Takes the steps that were asked for, after the files were written. */
export function close(closing: WrittenClosing, context: Context): AsyncGenerator<RunEvent, void> {
	const {request} = closing;
	let now = closing;
	async function* verifying(world: Context): AsyncGenerator<RunEvent, boolean> {
		const written = yield* verify(now, request.verify!, world);
		if (written) now = {...now, written};
		return written !== null;
	}
	async function* committing(world: Context): AsyncGenerator<RunEvent, boolean> {
		await takeAnswered(now, world);
		const found = yield* takeOutAnswered(now, world);
		if (!found) return false;
		now = found.closing;
		return yield* commit(withVerification(now), request.commit!, world, withoutHeld(found.held));
	}
	return takeInOrder(
		[
			['verify', request.verify && verifying],
			['commit', request.commit && committing],
			['push', request.push && (world => push(pushOf(withVerification(now)), world))],
			['publish', request.publish && (world => publish(now, request.publish!, world))],
		],
		closing,
		context,
	);
}

/** What hooks make of the files is verified once more. */
function withVerification(closing: WrittenClosing): WrittenClosing & AgainVerified {
	const {verify} = closing.request;
	if (!verify) return closing;
	return {
		...closing,
		async *verifyAgain(world) {
			return (yield* verifyAsItIs(closing, verify, world)) !== null;
		},
	};
}
