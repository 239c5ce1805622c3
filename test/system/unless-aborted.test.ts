import {setImmediate} from 'node:timers/promises';
import {expect, onTestFinished, test} from 'vitest';
import {unlessAborted} from '../../source/system/unless-aborted.ts';

test('a promise that fails after the abort crashes nothing', async () => {
	const unhandled: unknown[] = [];
	const note = (error: unknown) => void unhandled.push(error);
	process.on('unhandledRejection', note);
	onTestFinished(() => void process.off('unhandledRejection', note));
	const reason = new Error('called off');
	const late = setImmediate().then(() => Promise.reject(new Error('too late')));
	await expect(unlessAborted(late, AbortSignal.abort(reason))).rejects.toBe(reason);
	const controller = new AbortController();
	const waiting = unlessAborted(
		setImmediate().then(() => Promise.reject(new Error('later'))),
		controller.signal,
	);
	controller.abort(reason);
	await expect(waiting).rejects.toBe(reason);
	await setImmediate();
	await setImmediate();
	expect(unhandled).toEqual([]);
});
