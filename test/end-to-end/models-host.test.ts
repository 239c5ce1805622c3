import {expect, test} from 'vitest';
import type {Report} from '../../source/run/report/report.ts';
import {bot} from '../emulators/github/data.ts';
import {ledTo} from '../emulators/vendor/lead.ts';
import {changing, readRemark, shouldRead} from '../emulators/vendor/obedient.ts';
import {hostOf} from '../helpers/host.ts';
import {anthropicModel} from '../helpers/models.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {startFiles, workTree} from '../helpers/work-tree.ts';

const robot = {author: bot('coderabbitai'), authorAssociation: 'NONE'};

/** Answers what a remark `should read`; of all others it says that a person has to decide. */
const careful = (request: Parameters<typeof readRemark>[0]) => {
	const {path, old, wanted} = readRemark(request);
	if (wanted !== '') return changing(path, old, wanted);
	return {explanation: 'That is a question of taste.', verdict: 'cannot-tell', changes: [], confidence: 0.9};
};

test('one whole pull request: suggestions, prose and a conflict, from the host to the files and back', async () => {
	const tree = workTree().branch('feature').remote('origin', 'https://github.com/octo/app.git');
	const review = reviewOf(tree)
		.suggest('src/list.txt', 1, ['item one'], robot)
		.comment('src/list.txt', 3, shouldRead('item three'), robot)
		// A tie between two people.
		.suggest('src/list.txt', 5, ['item five'])
		.suggest('src/list.txt', 5, ['item V'])
		// A remark in prose about code that another person suggested.
		.suggest('src/list.txt', 8, ['item eight'])
		.comment('src/list.txt', 8, shouldRead('item VIII'), robot)
		.comment('notes.md', 3, shouldRead('First of all.'))
		.comment('notes.md', 5, 'Please find a better word than this one, it is not clear what it means.')
		.suggest('src/other.txt', 2, ['entry two'], {isResolved: true});
	review.pullRequest.review({body: ''}).comment({body: 'Please add a word on this to the handbook, too.'});
	const [gitHub, model] = [await hostOf([review], {pageCap: 2}), await anthropicModel({answer: careful})];
	const env = {...gitHub.env, ...ledTo(model)};
	const args = ['apply', '7', '--llm-preset', 'api-b-balanced', '--parallel', '--json'];

	const {code, json} = await tree.run(args, {env});
	const report = json as Report;
	const outcomes = report.findings.map(({path, lines, outcome}) => `${path}:${lines?.start} ${outcome}`);
	expect([code, outcomes.filter(text => !text.includes('not-actionable'))]).toEqual([
		3,
		[
			'src/list.txt:1 applied',
			'src/list.txt:3 applied',
			'src/list.txt:5 conflict',
			'src/list.txt:5 conflict',
			'src/list.txt:8 applied',
			'src/list.txt:8 declined',
			'notes.md:3 applied',
			'notes.md:5 needs-person',
			// It names no file that could be shown.
			'null:undefined needs-person',
		],
	]);
	expect(report.conflicts).toMatchObject([{chosen: null}, {by: 'rule', reason: expect.stringContaining('suggestion')}]);
	expect(report).toMatchObject({
		pullRequest: {source: 'github', number: 7},
		receipt: {threads: 9, incomplete: []},
		llm: {provider: 'api-b', questions: 4, requests: 4, avoided: 4},
	});
	expect(tree.read('src/list.txt').split('\n')).toEqual(
		expect.arrayContaining(['item one', 'item three', 'item 5', 'item eight']),
	);
	expect(tree.read('notes.md')).toBe('# Notes\n\nFirst of all.\n\nSecond.\n');

	expect((await tree.run(['undo'], {env})).code).toBe(0);
	for (const [path, content] of Object.entries(startFiles)) expect(tree.read(path)).toBe(content);
});

test('a file that was renamed since it was commented on can still be edited by a model', async () => {
	const tree = workTree().branch('feature').remote('origin', 'https://github.com/octo/app.git');
	const review = reviewOf(tree).comment('src/list.txt', 2, shouldRead('item two'));
	tree.git('mv', 'src/list.txt', 'src/items.txt');
	tree.commit();
	review.pullRequest.data.files[0]!.path = 'src/items.txt';
	const [gitHub, model] = [await hostOf([review]), await anthropicModel()];
	const args = ['apply', '7', '--llm-preset', 'api-b-balanced', '--json'];
	const {code, json} = await tree.run(args, {env: {...gitHub.env, ...ledTo(model)}});
	expect([code, json]).toMatchObject([0, {files: [{path: 'src/items.txt', applied: 1}]}]);
	expect(tree.read('src/items.txt')).toContain('item two\n');
});
