import {expect, test} from 'vitest';
import {commentEvent} from './acting.ts';
import {readingToken, reviewed} from './reviewed.ts';

/** A reviewed pull request, on which people comment commands, each on a runner of its own. */
async function commanded(given: Parameters<typeof reviewed>[0] = {}) {
	const site = await reviewed(given);
	const {data, host, git, tree} = site;
	let number = 100;
	const command = async (body: string, {login = 'octocat', inputs = {}}: {login?: string; inputs?: object} = {}) => {
		const id = `IC_${number++}`;
		site.say(body, {id, login});
		const end = await site.step({
			event: commentEvent({body, id, login}),
			inputs: {...inputs},
			env: {GITHUB_RUN_ID: `${number}`},
		});
		const {reactions = []} = data.comments.find(comment => comment.id === id)!;
		return {...end, reactions};
	};
	return {
		...site,
		command,
		head: () => git('rev-parse', 'feature'),
		isAsBefore: () => git('diff', '--stat', tree.head, 'feature') === '',
		said: () =>
			data.reviewThreads.slice(0, 2).map(({isResolved, comments}) => [isResolved, comments.at(-1)!.body.split('.')[0]]),
		writes: () => host.writes.length,
	};
}

test('/pr-resolve undo undoes what an earlier job pushed, and then there is nothing left', async () => {
	const {command, head, isAsBefore, said, data} = await commanded();
	const applied = await command('/pr-resolve');
	const {code, outputs, summary, reactions} = await command('/pr-resolve undo\n\nIt broke the build.');
	expect([code, outputs.outcome, outputs.commit, reactions]).toEqual([0, 'clean', head(), ['EYES', 'ROCKET']]);
	expect(summary).toMatch(/2 replies corrected.*2 threads unresolved/);
	expect([isAsBefore(), said()]).toEqual([
		true,
		[
			[false, `Reverted in ${head()}`],
			[false, `Reverted in ${head()}`],
		],
	]);
	expect(applied.outputs.commit).not.toBe(head());
	const again = await command('/pr-resolve undo');
	expect([again.code, again.outputs.outcome, again.reactions]).toEqual([2, 'failed', ['EYES', 'CONFUSED']]);
	expect(data.comments.at(-1)!.body).toMatch(/^This pull request has no run that can be undone\. Nothing was done\./);
	const next = await command('/pr-resolve');
	expect([next.code, isAsBefore()]).toEqual([0, true]);
});

test.each([
	['a person who may not start it', {login: 'stranger'}, 4],
	['a workflow that does not push', {inputs: {publish: 'false'}}, 2],
	['a workflow that only shows the plan', {inputs: {args: '--dry-run'}}, 2],
])('%s undoes nothing, and gets the command of git', async (_, given, expected) => {
	const {command, head} = await commanded();
	await command('/pr-resolve');
	const made = head();
	const {code, annotations} = await command('/pr-resolve undo', given);
	expect([code, head()]).toEqual([expected, made]);
	expect(annotations('error')[0]!.message).toContain(`Or run, in a clone: git revert ${made}`);
});

test('nothing on the head of a fork is undone', async () => {
	const {command, head, data, said} = await commanded();
	await command('/pr-resolve');
	const made = head();
	Object.assign(data, {headRepository: 'fork/app', headRefOid: made});
	const {code, annotations} = await command('/pr-resolve undo');
	expect([code, head(), said()[0]![0]]).toEqual([2, made, true]);
	expect(annotations('error')[0]!.message).toMatch(/the head is in a fork\..*git revert /s);
});

test('a run of another account stays', async () => {
	const {command, head, host} = await commanded();
	await command('/pr-resolve');
	const made = head();
	host.env.GITHUB_TOKEN = 'ghs_job';
	const {code} = await command('/pr-resolve undo');
	expect([code, head()]).toEqual([2, made]);
});

test('words after it are refused', async () => {
	const {command, head} = await commanded();
	await command('/pr-resolve');
	const made = head();
	const {code, annotations} = await command('/pr-resolve undo please');
	expect([code, head()]).toEqual([2, made]);
	expect(annotations('error')[0]!.message).toContain('not a command of pr-resolve');
});

test('a token that may only read has no run of its own, and undoes nothing', async () => {
	const {command, head, host} = await commanded({repository: {roles: {reader: 'write', octocat: 'write'}}});
	await command('/pr-resolve');
	const made = head();
	host.env.GITHUB_TOKEN = readingToken;
	const {code, outputs} = await command('/pr-resolve undo');
	expect([code, outputs.outcome, head()]).toEqual([2, 'failed', made]);
});
