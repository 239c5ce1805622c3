import {describe, expect, test} from 'vitest';
import type {Report} from '../../source/run/report/report.ts';
import type {OllamaOptions} from '../emulators/ollama/server.ts';
import {ledTo} from '../emulators/vendor/lead.ts';
import {changing, obedient, shouldRead} from '../emulators/vendor/obedient.ts';
import {localModel} from '../helpers/models.ts';
import {once} from '../helpers/once.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {numbered, workTree} from '../helpers/work-tree.ts';

const workflow = '.github/workflows/ci.yml';

/** Lets a model answer like this about line 2 of a list; a suggestion on the same file needs no model. */
async function answered(service: OllamaOptions, flags: readonly string[] = []) {
	const tree = workTree({'package.json': '{\n  "name": "app"\n}\n', [workflow]: 'on: push\njobs: {}\n'});
	const model = await localModel(service);
	const from = reviewOf(tree, {headRefName: 'main'})
		.comment('src/list.txt', 2, shouldRead('item two'))
		.suggest('src/list.txt', 9, ['item nine'])
		.suggest(workflow, 1, ['on: [push]'])
		.save();
	const args = ['apply', '--from', from, '--llm-preset', 'local-default', '--json', ...flags];
	const {code, json, stderr} = await tree.call(args, {env: ledTo(model)});
	const report = json as Report;
	// Whatever the model says, the rest of the run goes on.
	expect(tree.read('src/list.txt')).toContain('item nine\n');
	expect(tree.read(workflow)).toBe('on: [push]\njobs: {}\n');
	const {outcome, reason} = report.findings[0]!;
	return {tree, code, stderr, outcome, reason, asks: model.asks(), report};
}

const good = changing('src/list.txt', 'item 2', 'item two');
const none = (verdict: string) => ({explanation: 'It is fine.', verdict, changes: [], confidence: 0.9});

describe('an answer that cannot be used is refused with a reason', () => {
	/** By the file that the remark is on: what a model answers, and what is made of it. */
	const rows: [name: string, answer: (path: string) => unknown, reason: string, asks: number][] = [
		['empty', () => '', 'the answer is empty', 2],
		['prose instead of edits', () => 'Sure! You may want to write that out.', 'the answer is not JSON', 2],
		['JSON that ends in the middle', () => '{"verdict": "change", "changes": [', 'the answer is not JSON', 2],
		['another shape', () => ({fixed: true}), 'the answer does not match the schema', 2],
		['huge', () => numbered('line', 40_000), 'the answer was cut off at the output limit', 1],
		['for another file', () => changing('src/other.txt', 'entry 1', 'x'), 'which is not in the pull request', 1],
		['for a file outside', () => changing('../../home/.profile', 'x', 'y'), 'which is not in the pull request', 1],
		['for the git folder', () => changing('.git/config', '[core]', 'x'), 'which is not in the pull request', 1],
		[
			'for a workflow of the pull request',
			() => changing(workflow, 'on: push', 'on: x'),
			'which models may not edit',
			1,
		],
		['for lines that are not there', path => changing(path, 'item 99', 'x'), 'no excerpt of the file contains', 2],
		['without the lines it replaces', path => changing(path, '', 'x'), 'without quoting any', 2],
		['that changes nothing', path => changing(path, 'item 2', 'item 2'), 'changes nothing', 1],
		['with "..." for the rest', path => changing(path, 'item 2', 'item two\n...'), 'omits lines', 2],
		['a change without edits', () => none('change'), 'is "change" but contains no edit', 1],
		[
			'not sure',
			path => ({...changing(path, 'item 2', 'item two'), confidence: 0.3}),
			'confidence is too low (0.3, required: 0.5)',
			1,
		],
	];
	const pathOf = (index: number) => `rows/${index}.txt`;
	const rowOf = (body: string) => Number(/rows\/(\d+)\.txt/.exec(body)![1]);

	/** One run asks about all of them. */
	const refusedByOneRun = once(async () => {
		const list = numbered('item', 12);
		const files = Object.fromEntries(rows.map((_, index) => [pathOf(index), list]));
		const tree = workTree({...files, [workflow]: 'on: push\njobs: {}\n'});
		const model = await localModel({
			answer: ({body}) => {
				const index = rowOf(body);
				return rows[index]![1](pathOf(index));
			},
		});
		const review = reviewOf(tree, {headRefName: 'main'});
		for (const index of rows.keys()) review.comment(pathOf(index), 2, shouldRead('item two'));
		const from = review.suggest('src/list.txt', 9, ['item nine']).suggest(workflow, 1, ['on: [push]']).save();
		const args = ['apply', '--from', from, '--llm-preset', 'local-default', '--json'];
		const {code, json} = await tree.run(args, {env: ledTo(model)});
		return {tree, code, report: json as Report, asks: model.asks().map(({asked}) => rowOf(asked!.body))};
	});

	test.each(rows.map(([name, , reason, asks], index) => ({name, reason, asks, index})))(
		'$name',
		async ({reason, asks: wanted, index}) => {
			const {tree, code, report, asks} = await refusedByOneRun();
			const finding = report.findings.find(({path}) => path === pathOf(index))!;
			expect([code, finding.outcome]).toEqual([3, 'needs-model']);
			expect(finding.reason).toContain(reason);
			expect(asks.filter(asked => asked === index)).toHaveLength(wanted);
			expect(tree.read(pathOf(index))).toContain('item 2\n');
			// Whatever the model says, the rest of the run goes on.
			expect(tree.read('src/list.txt')).toContain('item nine\n');
		},
	);

	test.each([
		// How each of them ends is in test/llm/providers/ollama.test.ts.
		['nothing but white space, without end', 'flood', /./],
		['a connection that breaks', 'cut-in-body', 'The connection to Ollama broke'],
		['another service', 'portal', 'does not behave like Ollama'],
	] as const)('%s', async (_name, fault, reason) => {
		// What never ends may be ended by the limit; all else must have its time on a busy machine too.
		const flags = ['--set', `llm.timeout=${fault === 'flood' ? 5 : 60}`, '--config', '.pr-resolve.test.json'];
		const service: OllamaOptions = {fault: ({asked}) => (asked ? fault : null)};
		const tree = workTree({'.pr-resolve.test.json': '{"llm": {"retry_max_attempts": 1}}'});
		const model = await localModel(service);
		const from = reviewOf(tree, {headRefName: 'main'})
			.comment('src/list.txt', 2, shouldRead('item two'))
			.suggest('src/list.txt', 9, ['item nine'])
			.save();
		const args = ['apply', '--from', from, '--llm-preset', 'local-default', '--json', ...flags];
		const {code, json} = await tree.call(args, {env: ledTo(model)});
		const report = json as Report;
		expect([code, report.findings[0]!.outcome, report.summary.applied]).toEqual([1, 'needs-model', 1]);
		expect(report.findings[0]!.reason).toMatch(reason);
	});
});

test.each([
	['without an end', 'src/list.txt', 'the answer has no end; try a larger model than qwen2.5-coder:7b'],
	[
		'of blanks that the server ends',
		'\n'.repeat(40),
		'the answer repeats itself; try a larger model than qwen2.5-coder:7b',
	],
])('an answer %s is the fault of the model: the circuit stays closed', async (_, text, reason) => {
	const isFirst = (body: string) => body.includes('item two');
	const tree = workTree({'.pr-resolve.test.json': '{"llm": {"circuit_breaker_threshold": 1}}'});
	const model = await localModel({
		answer: request => (isFirst(request.body) ? text : obedient(request)),
		fault: ({asked}) => (asked && isFirst(asked.body) ? 'no-end' : null),
	});
	const from = reviewOf(tree, {headRefName: 'main'})
		.comment('src/list.txt', 2, shouldRead('item two'))
		.comment('src/list.txt', 9, shouldRead('item nine'))
		.save();
	const args = [
		'apply',
		'--from',
		from,
		'--llm-preset',
		'local-default',
		'--config',
		'.pr-resolve.test.json',
		'--json',
	];
	const {code, json} = await tree.call(args, {env: ledTo(model)});
	const {findings} = json as Report;
	expect([code, ...findings.map(({outcome}) => outcome)]).toEqual([3, 'needs-model', 'applied']);
	expect(findings[0]!.reason).toBe(reason);
	expect(model.asks().filter(({asked}) => isFirst(asked!.body))).toHaveLength(2);
});

test('the model gets the fault once, and its second answer is used', async () => {
	let asked = 0;
	const {code, outcome, asks} = await answered({answer: request => (++asked === 1 ? 'Of course!' : obedient(request))});
	expect([code, outcome, asks.length]).toEqual([0, 'applied', 2]);
	expect(asks[1]!.asked!.body).toContain('That answer cannot be used: the answer is not JSON');
});

test('an answer in a fence with text around it is accepted', async () => {
	const {outcome, asks} = await answered({answer: () => `Here:\n\n\`\`\`json\n${JSON.stringify(good)}\n\`\`\`\nDone.`});
	expect([outcome, asks.length]).toEqual(['applied', 1]);
});

test('llm.confidence sets the minimum confidence', async () => {
	const {outcome} = await answered({answer: () => ({...good, confidence: 0.3})}, ['--set', 'llm.confidence=0.2']);
	expect(outcome).toBe('applied');
});

test.each([
	['no-change', 0, 'not-actionable', "nothing to change; the model's reason: It is fine."],
	['cannot-tell', 3, 'needs-person', "unclear what to change; the model's reason: It is fine."],
])('a model may say %s', async (verdict, code, outcome, reason) => {
	expect(await answered({answer: () => none(verdict)})).toMatchObject({code, outcome, reason});
});

test('an edit far away from the lines of the remark is refused', async () => {
	const tree = workTree({'long.txt': numbered('row', 70)});
	const model = await localModel({answer: () => changing('long.txt', 'row 60', 'x')});
	const from = reviewOf(tree, {headRefName: 'main'}).comment('long.txt', 2, shouldRead('whatever')).save();
	const {code, json} = await tree.call(['apply', '--from', from, '--llm-preset', 'local-default', '--json'], {
		env: ledTo(model),
	});
	const reason = 'the lines of "old" are not next to those of the comment';
	expect([code, json]).toMatchObject([3, {findings: [{outcome: 'needs-model', reason}]}]);
	expect(tree.git('status', '--porcelain')).toBe('');
});

test('an edit that would break the syntax is held back like any other', async () => {
	const tree = workTree({'package.json': '{\n  "name": "app"\n}\n'});
	const model = await localModel({answer: () => changing('package.json', '  "name": "app"', '  "name": "app')});
	const from = reviewOf(tree, {headRefName: 'main'}).comment('package.json', 2, shouldRead('whatever')).save();
	const args = ['apply', '--from', from, '--llm-preset', 'local-default', '--json'];
	const {code, json} = await tree.call(args, {env: ledTo(model)});
	expect([code, json]).toMatchObject([
		3,
		{findings: [{outcome: 'needs-person', reason: expect.stringContaining('syntax')}]},
	]);
	expect(tree.read('package.json')).toContain('"name": "app"\n');
});

test("the report has the model's explanation of its edit", async () => {
	const {report} = await answered({answer: () => ({...good, explanation: 'Spelled\nout\u001b[31m.'})});
	expect(report.findings[0]).toMatchObject({outcome: 'applied', explanation: 'Spelled out [31m.'});
});

test('one answer to the same remark on blocks that are the same is placed at each of them', async () => {
	const block = `${numbered('step', 70)}`;
	const tree = workTree({'blocks.txt': block.repeat(3)});
	const model = await localModel();
	const review = reviewOf(tree, {headRefName: 'main'});
	for (const line of [35, 105, 175]) review.comment('blocks.txt', line, shouldRead('STEP 35'));
	const args = ['apply', '--from', review.save(), '--llm-preset', 'local-default', '--json'];
	const {code, json} = await tree.call(args, {env: ledTo(model)});
	expect([code, json]).toMatchObject([0, {summary: {applied: 3}, llm: {requests: 1}}]);
	expect(tree.read('blocks.txt')).toBe(block.replace('step 35', 'STEP 35').repeat(3));
});
