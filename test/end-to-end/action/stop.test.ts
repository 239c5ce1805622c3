import {expect, test} from 'vitest';
import {fault} from '../../emulators/github/faults.ts';
import {commentEvent} from './acting.ts';
import {appToken, reviewed} from './reviewed.ts';

test.each(['true', '1', 'yes', 'until Monday', ' TRUE '])(
	'with stop: %j, a step ends before any request',
	async stop => {
		const {host, step} = await reviewed();
		const {code, outputs, annotations} = await step({inputs: {stop}});
		expect([code, outputs.outcome, outputs['exit-code'], host.requests]).toEqual([5, 'stopped', '5', []]);
		expect(annotations('error')[0]!.message).toContain('PR_RESOLVE_STOP');
	},
);

test('a comment gets no reaction then, and a fleet is not listed', async () => {
	const {host, step} = await reviewed();
	const inputs = {stop: 'true'};
	const commented = await step({inputs, event: commentEvent({})});
	const listed = await step({
		inputs: {...inputs, command: 'fleet', scope: 'octo/app'},
		event: {name: 'schedule', payload: {}},
	});
	expect([commented.code, listed.code, host.requests]).toEqual([5, 5, []]);
});

test.each(['', 'false', 'False', '0', ' '])('with stop: %j, it goes on', async stop => {
	const {step} = await reviewed();
	const {code, outputs} = await step({inputs: {stop}});
	expect([code, outputs.applied]).toEqual([0, '2']);
});

test('an App that is suspended between two replies ends the run, which names what is done', async () => {
	const {host, step, git, accounts, data} = await reviewed();
	const suspend = () => Object.assign(accounts[appToken]!, {isSuspended: true});
	host.faults.on('Reply', fault.meanwhile(suspend));
	const {code, outputs, summary, annotations} = await step();
	const commit = git('rev-parse', 'feature');
	expect([code, outputs.outcome, outputs.commit, outputs.applied]).toEqual([4, 'failed', commit, '2']);
	expect(data.reviewThreads.map(({comments}) => comments.length).toSorted()).toEqual([1, 1, 2]);
	expect(summary).toContain('Threads\\: 1 reply\\, 0 resolved');
	expect(summary).toContain(`git revert ${commit.slice(0, 10)}`);
	expect(summary.match(/This installation has been suspended/g)).toHaveLength(1);
	const [message] = annotations('error').map(({message}) => message);
	expect(message).toContain('This installation has been suspended');
	expect(message).toContain('Unsuspend the app');
	Object.assign(accounts[appToken]!, {isSuspended: false});
	const again = await step();
	expect([again.code, git('rev-parse', 'feature')]).toEqual([0, commit]);
	expect(data.reviewThreads.map(({comments, isResolved}) => [comments.length, isResolved])).toEqual([
		[2, true],
		[2, true],
		[1, false],
	]);
});

test('what keeps a step from its beginning is told in the words of a workflow', async () => {
	const {host, step} = await reviewed();
	host.faults.on('Workflow', fault.ssoRequired('https://github.com/orgs/octo/sso'));
	const {code, annotations, summary} = await step();
	const told = 'authorize the token, then run this workflow again.';
	expect([code, annotations('error')[0]!.message]).toEqual([4, expect.stringContaining(told)]);
	expect(summary).toContain('then run this workflow again');
});
