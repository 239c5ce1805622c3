import * as z from 'zod/mini';
import {nothingAsked} from '../../delivery/request.ts';
import {verificationLines} from '../../delivery/verify/verification-lines.ts';
import {Failure} from '../../failure.ts';
import {argumentsFor} from '../../run/pull-request/name.ts';
import {escapeLines} from '../../text/escape-controls.ts';
import {someNames} from '../../text/sentences.ts';
import type {Desk} from '../desk.ts';
import {lookOutward} from '../outward.ts';
import {withFramed} from '../view/frame.ts';
import {oneLine} from '../view/one-line.ts';
import {ofBranch} from './pull-request.ts';
import {job, writesHere} from './tool.ts';

export const verifyTool = job({
	name: 'verify',
	title: 'Run the test command',
	description:
		"Runs the person's test command (their setting or the server's --verify, never another) on what apply wrote, and takes out changes that break it. Your own edits stay. Run the tests of your own edits yourself.",
	input: z.strictObject({}),
	annotations: writesHere,
	doing(desk) {
		const run = desk.last()?.driver.state().delivery?.run;
		return run ? `Run ${run.number} of about ${run.of}.` : '';
	},
	call: (_, desk, signal) => verify(desk, signal),
});

async function verify(desk: Desk, signal: AbortSignal): Promise<string> {
	const reading = await ofBranch('verify', desk, signal);
	const {driver, session, planned, request} = reading;
	const {offer} = await lookOutward(reading, desk, signal);
	const offered = offer.verify;
	if (!offered) return 'There is nothing to verify.';
	if (!('what' in offered)) return `Nothing was run: ${oneLine(offered.reason)}`;
	const {strangers} = offered.what;
	if (strangers.length > 0) {
		const message = `It would run code by ${oneLine(someNames(strangers))}, without write access to the repository.`;
		const named = argumentsFor(planned.analysis.pullRequest, planned.analysis.repository);
		const command = `pr-resolve apply ${named} --verify <command> --trust-code`;
		throw new Failure('usage', 'needs-person', message, `A person who has read that code runs: ${command}`);
	}
	const control = {prompts: null, stopVerifying: null, signal};
	const wanted = {...nothingAsked, verify: request.presets.verify};
	let closed = driver.state();
	try {
		const {failure} = await driver.follow(session.delivery.close(planned, wanted, control));
		if (failure !== null) throw failure;
		closed = driver.state();
	} finally {
		// What has not been verified to the end is out of the files again.
		await desk.plan(reading, desk.context.signal);
	}
	const {verification, heldBack} = closed;
	if (!verification) return 'Nothing was run.';
	const lines = verificationLines({verification, heldBack}, id => id, '; the end of its output:');
	const tail = verification.failure?.tail.trim() ?? '';
	const output = {name: 'output of the command', body: escapeLines(tail.split('\n').slice(-60).join('\n'))};
	return withFramed(
		lines.map(({text}) => oneLine(text, 400)),
		output,
		desk.context.randomId,
	);
}
