import {expect, test} from 'vitest';
import type {RepositoryRole} from '../../emulators/github/records.ts';
import {hostOf} from '../../helpers/host.ts';
import {reviewOf} from '../../helpers/review-of.ts';
import {workTree} from '../../helpers/work-tree.ts';
import {act, builtAction, commentEvent} from './acting.ts';

const roles: Record<string, RepositoryRole> = {
	octocat: 'admin',
	maintainer: 'maintain',
	writer: 'write',
	helper: 'triage',
};

/** A pull request with a comment that may be a command. */
async function commented() {
	const tree = workTree();
	const review = reviewOf(tree);
	review.pullRequest.comment({fullDatabaseId: '5', body: '/pr-resolve'});
	const host = await hostOf([review], {repositories: [{nameWithOwner: 'octo/app', roles}]});
	const [comment] = review.pullRequest.data.comments;
	const start = (init: Parameters<typeof commentEvent>[0], inputs = {}) =>
		act({tree, host, inputs: {publish: 'false', ...inputs}, event: commentEvent({id: comment!.id, ...init})});
	return {tree, host, comment: comment!, start};
}

test('a command is answered by eyes at once, and by a rocket at its end', async () => {
	const {comment, start} = await commented();
	const {code, outputs} = await start({login: 'writer'});
	expect([code, outputs.outcome, comment.reactions]).toEqual([0, 'clean', ['EYES', 'ROCKET']]);
});

test('a command that fails is answered by confusion', async () => {
	const {comment, start} = await commented();
	const {code} = await start({login: 'writer'}, {args: '--severity enormous'});
	expect([code, comment.reactions]).toEqual([2, ['EYES', 'CONFUSED']]);
});

test.each([
	['without write access', 'helper', {}],
	['without any role', 'stranger', {}],
	['with too low a role', 'writer', {allow: 'maintain'}],
	['with a role that is not admin', 'maintainer', {allow: 'admin'}],
])('a command by a person %s is refused, with one reaction', async (_, login, inputs) => {
	const {host, comment, start} = await commented();
	const {code, outputs, annotations} = await start({login}, inputs);
	expect([code, outputs.outcome, comment.reactions]).toEqual([4, 'failed', ['CONFUSED']]);
	expect(annotations('error')[0]!.message).toContain(`${login} may not start this`);
	expect(host.requests.map(({operation}) => operation)).toEqual(['REST', 'ReactTo']);
});

test.each([
	['another command', {body: '/pr-resolvefoo'}],
	['a command in the text', {body: 'Try /pr-resolve'}],
	['an edited comment', {action: 'edited'}],
	['a deleted comment', {action: 'deleted'}],
	['a comment by a bot', {type: 'Bot', login: 'coderabbitai[bot]'}],
	['a comment by an organization', {type: 'Organization'}],
])('%s starts nothing', async (_, init) => {
	const {host, comment, start} = await commented();
	const {code, outputs, annotations} = await start(init);
	expect([code, outputs.outcome, comment.reactions, host.requests]).toEqual([0, 'ignored', undefined, []]);
	expect(annotations('notice')[0]!.message).toMatch(/^Nothing to do: /);
});

test.each([
	'/pr-resolve ',
	'/PR-Resolve',
	'/pr-resolve\nNow.',
	'/pr-resolve\n\nPlease do not push yet.',
	'/pr-resolve\r\n',
])('%j is the command', async body => {
	const {comment, start} = await commented();
	await start({body, login: 'maintainer'});
	expect(comment.reactions).toEqual(['EYES', 'ROCKET']);
});

const noPullRequest = 'has no pull request';
const unreadable = 'The event of the workflow cannot be read';

test.each<[string, string, unknown, string]>([
	['a schedule', 'schedule', {schedule: '0 3 * * *'}, noPullRequest],
	['a dispatch without an input', 'workflow_dispatch', {inputs: {}}, noPullRequest],
	['a push', 'push', {ref: 'refs/heads/main'}, noPullRequest],
	['a pull request without a number', 'pull_request', {pull_request: {number: '7'}}, noPullRequest],
	['an event that is no object', 'pull_request', [7], unreadable],
	['an event that is no JSON', 'pull_request', '{"pull_request":', unreadable],
	['a comment without an issue', 'issue_comment', {action: 'created', comment: {body: '/pr-resolve'}}, unreadable],
	[
		'a comment on an issue',
		'issue_comment',
		commentEvent({isOnIssue: true}).payload,
		'on an issue, not on a pull request',
	],
])('%s fails with an annotation', async (_, name, payload, message) => {
	const {tree, host} = await commented();
	const {code, outputs, annotations, summary} = await act({tree, host, event: {name, payload}});
	expect([code, outputs.outcome, outputs['exit-code'], host.requests]).toEqual([2, 'failed', '2', []]);
	expect(annotations('error').map(({message}) => message)).toEqual([expect.stringContaining(message)]);
	expect(summary).not.toBe('');
});

test('the input is the number if the event has none', async () => {
	const {tree, host} = await commented();
	const event = {name: 'schedule', payload: {}};
	const {code} = await act({tree, host, event, inputs: {publish: 'false', 'pull-request': '7'}});
	expect(code).toBe(0);
});

test.each([
	[{'pull-request': '7; rm'}, 'The input pull-request does not accept "7; rm".'],
	[{'pull-request': 'octo/app/7'}, 'The input pull-request does not accept "octo/app/7".'],
	[{command: 'fleets'}, 'The input command does not accept "fleets".'],
	[{publish: 'yes'}, 'The input publish does not accept "yes".'],
	[{allow: 'read'}, 'The input allow does not accept "read".'],
	[{'fail-on': 'never'}, 'The input fail-on does not accept "never".'],
	[{token: ' '}, 'The input token is empty.'],
	[{args: 'rm -rf'}, 'The input args does not accept "rm -rf".'],
	[{args: '--severity major\n--help'}, 'The input args does not accept "--help".'],
	[{args: '-h'}, 'The input args does not accept "-h".'],
	[{args: '--version'}, 'The input args does not accept "--version".'],
	[{args: '-V'}, 'The input args does not accept "-V".'],
	[{args: '--nonsense'}, 'There is no flag --nonsense'],
	[{args: '--json'}, '--json appears more than once.'],
	[{args: '--from review.json'}, '--from cannot be combined'],
])('the inputs %j fail with an annotation', async (inputs, message) => {
	const {tree, host} = await commented();
	const {code, annotations} = await act({tree, host, inputs: {publish: 'false', ...inputs}});
	expect([code, annotations('error')[0]!.message]).toEqual([2, expect.stringContaining(message)]);
	expect(host.writes).toEqual([]);
});

test('only the token of the input is used, and no other token of the environment', async () => {
	const {tree, host} = await commented();
	const env = {GITHUB_PERSONAL_ACCESS_TOKEN: 'ghp_other', GH_TOKEN: 'ghp_other', GITHUB_TOKEN: 'ghs_other'};
	const {code} = await act({main: builtAction, tree, host, env, inputs: {publish: 'false'}});
	const used = new Set(host.requests.map(({authorization}) => authorization?.split(' ')[1]));
	expect([code, [...used]]).toEqual([0, [host.env.GITHUB_TOKEN]]);
});

test('only a workflow that a person dispatches may take what people have answered', async () => {
	const {tree, host} = await commented();
	const args = '--over-objections';
	for (const [event, code] of [
		[commentEvent({id: 'IC_1', login: 'writer'}), 2],
		[{name: 'workflow_dispatch', payload: {}}, 0],
	] as const) {
		const ended = await act({tree, host, inputs: {publish: 'false', args, 'pull-request': '7'}, event});
		expect(ended.code).toBe(code);
		if (code === 2) expect(ended.annotations('error')[0]!.message).toContain('workflow_dispatch');
	}
});
