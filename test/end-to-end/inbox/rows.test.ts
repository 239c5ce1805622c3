import {expect, test} from 'vitest';
import type {InboxReport} from '../../../source/run/inbox/inbox-report.ts';
import {bot} from '../../emulators/github/data.ts';
import {fault} from '../../emulators/github/faults.ts';
import {virtualClock} from '../../helpers/virtual-clock.ts';
import {clonesIn} from '../no-checkout/reading.ts';
import {servingInbox} from './serving.ts';

const updatedAt = '2026-03-08T10:00:00Z';
const api = {repository: 'acme/api', number: 7, updatedAt};

const note = (kind: string, text: string) => ({
	body: `<!-- This is an auto-generated comment: ${kind} by coderabbit.ai -->\n\n> [!NOTE]\n> ${text}`,
	author: bot('coderabbitai'),
});

test('reviewers whose comments may still come, checks and age are in the row', async () => {
	const {outside, env} = await servingInbox([
		{
			...api,
			checks: 'FAILURE',
			review: review =>
				review.pullRequest.comment(note('review in progress', 'Currently processing new changes in this PR.')),
		},
		{
			...api,
			number: 8,
			checks: 'PENDING',
			review: review => review.pullRequest.comment(note('rate limited', '## Review limit reached')),
		},
		{
			...api,
			number: 9,
			checks: 'SUCCESS',
			review: review => review.suggest('src/list.txt', 2, ['item two'], {author: bot('coderabbitai')}),
		},
	]);
	const {stdout} = await outside.call(['inbox'], {env});
	expect(
		stdout
			.trimEnd()
			.split('\n')
			.map(line => line.split(/ {2,}/).slice(4)),
	).toEqual([
		['nothing to do', '0 of 0 threads open', 'checks failed', 'coderabbitai running', updatedAt],
		['nothing to do', '0 of 0 threads open', 'checks running', 'coderabbitai rate-limited', updatedAt],
		['1 to apply', '1 of 1 threads open', 'checks passed', updatedAt],
	]);
	const terminal = outside.terminal(['inbox', '--no-input'], {env, columns: 160});
	expect(await terminal.ended).toBe(0);
	expect(
		terminal
			.screen()
			.split('\n')
			.map(line => line.split(/ {2,}/)),
	).toEqual(
		expect.arrayContaining([
			['pull request', 'title', 'findings', 'threads', 'checks', 'reviewers', 'updated'],
			['acme/api#7', 'Pull request 7', 'nothing to do', 'failed', '1 busy', expect.stringMatching(/^\d+ \w+$/)],
			['acme/api#9', 'Pull request 9', '1 to apply', '1 open', 'passed', expect.stringMatching(/^\d+ \w+$/)],
		]),
	);
});

test('what the host does not send of one is reported with its name, and is exit code 1', async () => {
	const {call, host} = await servingInbox([api, {...api, number: 8}]);
	const missing = {message: 'Diff is not available.'};
	const cut = () => {
		host.faults.on('WholePullRequests', fault.missing(['nodes', 1, 'files'], missing));
		host.faults.on('WholePullRequest', fault.missing(['node', 'files'], missing));
		host.faults.on('ChangedFiles', fault.missing(['node', 'files'], missing));
	};
	cut();
	const {code, json} = await call(['--json']);
	const {pullRequests} = json as InboxReport;
	expect([code, pullRequests.map(({incomplete, error}) => [incomplete.length, error])]).toEqual([
		1,
		[
			[0, null],
			[2, null],
		],
	]);
	cut();
	const text = await call();
	expect([text.code, text.stdout.split('\n').length]).toEqual([1, 3]);
	expect(text.stderr).toMatch(
		/^acme\/api#8: .*Diff is not available\.\nacme\/api#8: .* did not send the changed files\.\n$/,
	);
});

test('one that is merged while the list is read is said to be', async () => {
	const {call, host} = await servingInbox([api]);
	const merge = () => Object.assign(host.world.pullRequests[0]!, {state: 'MERGED'});
	host.faults.on('search', fault.meanwhile(merge));
	const {code, json} = await call(['--json']);
	expect([code, (json as InboxReport).pullRequests[0]]).toMatchObject([0, {number: 7, state: 'merged'}]);
});

test('findings that the settings at a head exclude are for a person, also without code', async () => {
	const files = {'.pr-resolve.yaml': 'path: [src/**]\n'};
	const {call} = await servingInbox([
		{...api, files, review: review => review.comment('notes.md', 1, 'Why this title?')},
	]);
	const {pullRequests} = (await call(['--json'])).json as InboxReport;
	expect(pullRequests[0]).toMatchObject({
		threads: {open: 1, all: 1},
		summary: {findings: 1, needsPerson: 1, needsModel: 0},
	});
});

test('a wait for a limit is told', async () => {
	const {outside, env, host} = await servingInbox([api]);
	host.faults.on('search', fault.secondaryLimit({retryAfter: 30}));
	const {code, stdout, stderr} = await outside.call(['inbox'], {env, clock: virtualClock()});
	expect([code, stdout]).toEqual([0, expect.stringMatching(/^acme\/api#7 /)]);
	expect(stderr).toContain('WARNING Secondary rate limit; retrying in 30 s');
});

test('an interruption is exit code 130, and leaves nothing', async () => {
	const {outside, env, host} = await servingInbox([api]);
	const asked = Promise.withResolvers<void>();
	host.faults.on('WholePullRequest', answer => {
		asked.resolve();
		return fault.hang()(answer);
	});
	const {code, json} = await outside.run(['inbox', '--json'], {
		env,
		meanwhile: child => void asked.promise.then(() => child.kill('SIGINT')),
	});
	expect([code, json]).toMatchObject([
		130,
		{schema: 'pr-resolve/inbox@1', error: {code: 'interrupted', remedy: 'Nothing was written.'}},
	]);
	expect(clonesIn(env.TMPDIR)).toEqual([]);
});
