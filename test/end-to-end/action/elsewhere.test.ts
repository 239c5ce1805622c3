import {expect, test} from 'vitest';
import {bot} from '../../emulators/github/data.ts';
import {workTree} from '../../helpers/work-tree.ts';
import {serving} from '../no-checkout/reading.ts';
import {act, commentEvent} from './acting.ts';

const schedule = {name: 'schedule', payload: {}};

/** A step in a workflow of another repository than that of the pull request. */
async function elsewhere() {
	const author = bot('coderabbitai');
	const site = await serving(workTree(), {
		review: review => void review.suggest('src/list.txt', 2, ['item two'], {author}),
	});
	const {tree, host, env, outside} = site;
	const repository = 'acme/control';
	const step = (pullRequest: string, given: Partial<Parameters<typeof act>[0]> = {}) => {
		const inputs = {'pull-request': pullRequest, command: 'analyze', ...given.inputs};
		return act({tree, host, env, cwd: outside.root, event: schedule, repository, ...given, inputs});
	};
	return {...site, step};
}

test.each(['octo/app#7', 'Octo/App#7', 'URL', 'URL/files'])('a scheduled job may name %s', async spelling => {
	const {step, url} = await elsewhere();
	const {code, outputs, summary} = await step(spelling.replace('URL', url));
	expect([code, outputs.outcome]).toEqual([0, 'clean']);
	expect(summary).toContain('| planned |');
});

test.each([
	['a pull request', {name: 'pull_request_review', payload: {pull_request: {number: 7}}}],
	['a comment', commentEvent({})],
])('an event about %s acts only in its own repository', async (_, event) => {
	const {step, host} = await elsewhere();
	const {code, annotations} = await step('octo/app#7', {event});
	expect([code, annotations('error')[0]!.message]).toEqual([
		2,
		expect.stringContaining(
			'The input pull-request is in octo/app, but the event is about a pull request in acme/control',
		),
	]);
	expect(host.requests).toEqual([]);
});

test('an event may name another pull request of its own repository', async () => {
	const {step} = await elsewhere();
	const event = {name: 'pull_request', payload: {pull_request: {number: 8}}};
	const {code} = await step('octo/app#7', {event, repository: 'octo/app'});
	expect(code).toBe(0);
});

test('the token is not sent to a server that only the input names', async () => {
	const {step, host} = await elsewhere();
	const {code, annotations} = await step('https://git.example.org/octo/app/pull/7');
	expect([code, annotations('error')[0]!.message]).toEqual([
		2,
		expect.stringContaining('The input pull-request is on git.example.org'),
	]);
	expect(host.requests).toEqual([]);
});

test('code of another repository is not run, because the token may be able to write to that of the workflow', async () => {
	const {step, tree} = await elsewhere();
	const inputs = {command: 'apply', publish: 'false', args: '--verify touch ran\n--trust-code'};
	const {code, annotations} = await step('octo/app#7', {cwd: tree.root, inputs});
	expect([code, annotations('error')[0]!.message]).toEqual([2, expect.stringContaining('--verify and --hooks need')]);
	expect(tree.git('status', '--porcelain')).toBe('');
});
