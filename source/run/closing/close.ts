import type {Context} from '../context.ts';
import type {RunEvent} from '../events.ts';
import type {WrittenClosing} from './closing.ts';
import {commit} from './commit/commit.ts';
import {publish} from './publish/publish.ts';
import {push} from './push/push.ts';
import {takeInOrder} from './take-in-order.ts';
import {verify} from './verify/verify.ts';

/** Takes the steps that were asked for, after the files were written. */
export function close(closing: WrittenClosing, context: Context): AsyncGenerator<RunEvent, void> {
	const {request} = closing;
	return takeInOrder(
		[
			['verify', request.verify && (world => verify(closing, request.verify!, world))],
			['commit', request.commit && (world => commit(closing, request.commit!, world))],
			['push', request.push && (world => push({...closing, hooks: request.hooks}, world))],
			['publish', request.publish && (world => publish(closing, request.publish!, world))],
		],
		closing,
		context,
	);
}
