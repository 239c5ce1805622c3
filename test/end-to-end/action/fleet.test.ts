import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {pullRequest} from '../../emulators/github/data.ts';
import {fault} from '../../emulators/github/faults.ts';
import {startGitHub} from '../../emulators/github/server.ts';
import {newFolder} from '../../helpers/folders.ts';
import {workTree} from '../../helpers/work-tree.ts';
import {acme} from '../organization/acme.ts';
import {act, commentEvent, releaseTree} from './acting.ts';

const event = {name: 'schedule', payload: {}};

test('fleet lists: the report, the summary page and no write', async () => {
	const {step, host, left} = await acme({pulls: [{repository: 'web', number: 9, title: '| <b>'}]});
	const {code, outputs, summary, stdout} = await step({command: 'fleet', scope: 'acme'});
	const {outcome, matrix, applied, left: open, commit} = outputs;
	expect([code, outcome, outputs['exit-code'], matrix, applied, open, commit]).toEqual([
		0,
		'clean',
		'0',
		'',
		'',
		'',
		'',
	]);
	expect(JSON.parse(readFileSync(outputs.report!, 'utf8'))).toMatchObject({
		schema: 'pr-resolve/fleet@1',
		action: 'list',
		pullRequests: [{repository: 'acme/web', number: 9}],
	});
	expect(summary).toContain('\\| \\<b\\>');
	expect(stdout).toContain('acme/web#9');
	expect([host.writes, left()]).toEqual([[], []]);
});

test('with --matrix in args, the output matrix is for strategy.matrix', async () => {
	const {step} = await acme({
		pulls: [
			{repository: 'web', number: 9},
			{repository: 'api', number: 1},
		],
	});
	const {code, outputs} = await step({command: 'fleet', scope: 'acme/api\nacme/web', args: '--matrix\n--shard 1/1'});
	expect(code).toBe(0);
	expect(
		JSON.parse(outputs.matrix!).include.toSorted((a: {number: number}, b: {number: number}) => a.number - b.number),
	).toEqual([
		{owner: 'acme', repository: 'api', number: 1, share: '1/2'},
		{owner: 'acme', repository: 'web', number: 9, share: '1/2'},
	]);
});

test('more than a matrix can have fails, and names the shards', async () => {
	const pullRequests = Array.from({length: 257}, (_, index) =>
		pullRequest({repository: 'acme/api', number: index + 1}).thread(),
	);
	const host = await startGitHub({pullRequests});
	const tree = workTree();
	const inputs = {command: 'fleet', scope: 'acme', args: '--matrix'};
	const {code, outputs, annotations} = await act({tree, host, event, inputs});
	await host.close();
	expect([code, outputs.matrix, outputs.outcome]).toEqual([2, '', 'failed']);
	expect(annotations('error')[0]!.message).toMatch(/257 pull requests.*--shard 1\/\d/s);
});

test('what could not be read is an annotation, and the rest is listed', async () => {
	const {step} = await acme({
		pulls: [{repository: 'web', number: 9}],
		repositories: [{nameWithOwner: 'acme/secret', refusal: 'FORBIDDEN'}],
	});
	const {code, outputs, annotations, summary} = await step({command: 'fleet', scope: 'acme', args: '--matrix'});
	expect([code, outputs.outcome, JSON.parse(outputs.matrix!).include.length]).toEqual([1, 'failed', 1]);
	expect(annotations('error')[0]!.message).toContain('acme/secret');
	expect(summary).toContain('acme\\/secret');
});

const two = [
	{repository: 'web', number: 9},
	{repository: 'api', number: 1},
];

test('with --apply in args, the suggestions of bots on all of them are committed, answered and resolved', async () => {
	const {step, lineIn, threads, left} = await acme({pulls: two});
	const {code, outputs, summary} = await step({command: 'fleet', scope: 'acme', args: '--apply'});
	expect([code, outputs.outcome, outputs.applied, outputs.left]).toEqual([0, 'clean', '2', '0']);
	expect(two.map(({repository, number}) => lineIn(repository, `change-${number}`))).toEqual(['item two', 'item two']);
	expect([threads(), left()]).toEqual([[[true], [true]], []]);
	expect(summary).toContain('acme\\/web\\#9');
	expect(JSON.parse(readFileSync(outputs.report!, 'utf8'))).toMatchObject({action: 'apply', totals: {commits: 2}});
});

test('one that fails is an annotation, and the others are applied', async () => {
	const {step, host} = await acme({pulls: two});
	host.faults.on('Reply', fault.errors({type: 'FORBIDDEN', message: 'Resource not accessible'}));
	const {code, outputs, annotations, stdout} = await step({command: 'fleet', scope: 'acme', args: '--apply'});
	expect([code, outputs.outcome, outputs.applied]).toEqual([4, 'failed', '2']);
	expect(annotations('error').map(({message}) => message)).toEqual([
		expect.stringMatching(/^Done: 1 pull request, 1 failed; .* 1 resolved\. acme\/\w+#\d: .*Resource not accessible/),
	]);
	expect(stdout).toMatch(/acme\/\w+#\d +1 applied, .*\n/);
});

test('if all would fail, the annotation and the summary show what to do on a runner', async () => {
	const {step, host} = await acme({pulls: two});
	host.faults.on('Reply', fault.badCredentials());
	const {code, annotations, summary} = await step({command: 'fleet', scope: 'acme', args: '--apply'});
	expect([code, annotations('error').length]).toEqual([4, 1]);
	expect(annotations('error')[0]!.message).toMatch(/Bad credentials.*Then run this workflow again/);
	expect(summary).toContain('Then run this workflow again');
});

test('authors limits what fleet --apply writes', async () => {
	const {step, host} = await acme({pulls: two});
	const {code, outputs} = await step({command: 'fleet', scope: 'acme', authors: 'octocat', args: '--apply'});
	expect([code, outputs.outcome, outputs.applied, host.writes]).toEqual([0, 'clean', '0', []]);
});

test.each([
	['--apply\n--dry-run', 0, ''],
	['--apply', 2, '--push or --publish'],
])('with publish: false, %j writes nothing', async (args, expected, message) => {
	const {step, host, lineIn} = await acme({pulls: two});
	const {code, annotations} = await step({command: 'fleet', scope: 'acme', publish: 'false', args});
	expect([code, annotations('error')[0]?.message ?? '']).toEqual([expected, expect.stringContaining(message)]);
	expect([host.writes, lineIn('web', 'change-9')]).toEqual([[], 'item 2']);
});

test('the Action of a release needs nothing else: in an empty folder, it lists', async () => {
	const {step, left} = await acme({pulls: [{repository: 'web', number: 9}]});
	const given = {main: releaseTree(newFolder())};
	const {code, summary} = await step({command: 'fleet', scope: 'acme'}, given);
	expect([code, left()]).toEqual([0, []]);
	expect(summary).toContain('acme\\/web\\#9');
});

test.each([
	[{scope: ''}, 'The input scope is empty.'],
	[{scope: '--apply'}, '--apply'],
	[{'pull-request': '7'}, 'The input pull-request has no effect with command: fleet.'],
	[{verdict: 'verdict.json'}, 'The input verdict has no effect with command: fleet.'],
	[{authors: 'octocat'}, 'The input authors has no effect with command: fleet without --apply.'],
	[{severity: 'major'}, 'The input severity has no effect with command: fleet without --apply.'],
	[{command: 'apply'}, 'The input scope has no effect with command: apply.'],
])('the inputs %j fail with an annotation', async (inputs, message) => {
	const {step, host} = await acme({pulls: [{repository: 'web', number: 9}]});
	const {code, annotations} = await step({command: 'fleet', scope: 'acme', ...inputs});
	expect([code, annotations('error')[0]!.message]).toEqual([2, expect.stringContaining(message)]);
	expect(host.requests).toEqual([]);
});

test.each([
	['a comment', commentEvent({})],
	['a review', {name: 'pull_request_review', payload: {pull_request: {number: 9}}}],
])('%s does not start a fleet: who may start it is known for one repository only', async (_, event) => {
	const {step, host} = await acme({pulls: [{repository: 'web', number: 9}]});
	const {code, annotations} = await step({command: 'fleet', scope: 'acme'}, {event});
	expect([code, annotations('error')[0]!.message]).toEqual([2, expect.stringContaining('about one pull request')]);
	expect(host.requests).toEqual([]);
});

test('--undo-since with publish: false is refused', async () => {
	const {step, host} = await acme({pulls: [{repository: 'web', number: 9}]});
	const inputs = {command: 'fleet', scope: 'acme', publish: 'false', args: '--undo-since 12h'};
	const {code, annotations} = await step(inputs);
	expect([code, host.writes]).toEqual([2, []]);
	expect(annotations('error')[0]!.message).toContain('--undo-since undoes what is on GitHub, but publish is false.');
	expect((await step({...inputs, args: '--undo-since 12h\n--dry-run'})).code).toBe(0);
});
