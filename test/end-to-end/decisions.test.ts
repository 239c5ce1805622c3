import {symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import type {Report} from '../../source/run/report/report.ts';
import {ledTo} from '../emulators/vendor/lead.ts';
import {localModel} from '../helpers/models.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {numbered, type WorkTree, workTree} from '../helpers/work-tree.ts';

/** A review of one comment in words, and what `apply` makes of decisions on it. */
async function inWords(tree: WorkTree) {
	const from = reviewOf(tree).comment('src/list.txt', 4, 'Please say four in words.').save();
	const {findings} = (await tree.call(['analyze', '--from', from, '--json'])).json as Report;
	const {id, bodyHash} = findings[0]!;
	const decide = (...entries: object[]) => {
		const file = join(tree.home, 'decisions.json');
		const decisions = entries.map(entry => ({finding: id, bodyHash, ...entry}));
		writeFileSync(file, JSON.stringify({schema: 'pr-resolve/decisions@1', decisions}));
		return tree.call(['apply', '--from', from, '--decisions', file, '--json']);
	};
	return {id, decide};
}

const four = {action: 'edit', path: 'src/list.txt', start: 4, end: 4, text: 'item four\n'};
const seen = {above: ['item 2', 'item 3'], lines: ['item 4'], below: ['item 5']};

describe('a decision on a finding', () => {
	test('edit makes a change by a person, exactly in its lines', async () => {
		const tree = workTree();
		const {id, decide} = await inWords(tree);
		const {code, json} = await decide({...four, seen});
		expect(tree.read('src/list.txt')).toBe(numbered('item', 12).replace('item 4', 'item four'));
		expect([code, json]).toMatchObject([
			0,
			{
				findings: [{id, outcome: 'applied'}],
				changes: [{from: 'person', findings: [id], path: 'src/list.txt', placement: {kind: 'exact', start: 4, end: 4}}],
			},
		]);
	});

	test('done sets it aside with the reason', async () => {
		const tree = workTree();
		const {decide} = await inWords(tree);
		const {code, json} = await decide({action: 'done', reason: 'not needed'});
		expect([code, json]).toMatchObject([0, {findings: [{outcome: 'declined', reason: 'not needed', changes: []}]}]);
	});

	test('an edit follows its lines, and is stale where they or the lines next to them have changed', async () => {
		for (const [change, kind] of [
			[(text: string) => `first\n${text}`, 'moved'],
			[(text: string) => text.replace('item 4\n', 'item IV\n'), 'stale'],
			[(text: string) => text.replace('item 3\n', 'item III\n'), 'stale'],
			[(text: string) => text + text, 'stale'],
			[(text: string) => text.replace('item 4', 'item four'), 'already-applied'],
		] as const) {
			const tree = workTree();
			const {decide} = await inWords(tree);
			const before = change(tree.read('src/list.txt'));
			tree.put({'src/list.txt': before});
			const {json} = await decide({...four, seen});
			expect((json as Report).changes[0]!.placement?.kind).toBe(kind);
			expect(tree.read('src/list.txt')).toBe(kind === 'moved' ? before.replace('item 4', 'item four') : before);
		}
	});

	test('an edit can be in a file without comments, and add or delete lines', async () => {
		const tree = workTree();
		const {decide} = await inWords(tree);
		const place = {action: 'edit', path: 'notes.md', start: 6, end: 5};
		const {json} = await decide({
			...place,
			text: '\nThird.\n',
			seen: {above: ['', 'Second.'], lines: [], endsFile: true},
		});
		expect(json).toMatchObject({findings: [{outcome: 'applied'}]});
		expect(tree.read('notes.md')).toBe('# Notes\n\nFirst.\n\nSecond.\n\nThird.\n');
	});

	test('without the lines that were seen, they count as they are', async () => {
		const tree = workTree();
		const {decide} = await inWords(tree);
		const {json} = await decide({...four, text: ''});
		expect(json).toMatchObject({changes: [{placement: {kind: 'exact', start: 4, end: 4}, outcome: 'applied'}]});
		expect(tree.read('src/list.txt')).toBe(numbered('item', 12).replace('item 4\n', ''));
	});

	test.each(['../outside.txt', '.git/config', 'link.txt', 'src', 'none.txt'])('no edit reaches %s', async path => {
		const tree = workTree();
		tree.put({'../outside.txt': 'item 4\n'});
		symlinkSync('../outside.txt', join(tree.root, 'link.txt'));
		const before = tree.snapshot();
		const {decide} = await inWords(tree);
		const {code, json} = await decide({...four, path, start: 1, end: 1, text: 'wrong\n'});
		expect(code).toBe(3);
		expect((json as Report).findings[0]!.outcome).toBe(path === 'none.txt' ? 'stale' : 'failed');
		expect(tree.snapshot()).toEqual(before);
		expect(tree.read('../outside.txt')).toBe('item 4\n');
		expect(tree.read('.git/config')).not.toContain('wrong');
	});

	test('what does not fit is ignored with a warning', async () => {
		const tree = workTree();
		const {id, decide} = await inWords(tree);
		const {json} = await decide(
			{...four, finding: 'f000000000000'},
			{...four, bodyHash: '0'.repeat(16)},
			{...four, seen},
			{action: 'done', reason: 'later'},
		);
		const warnings = (json as Report).warnings.filter(({kind}) => kind === 'decision-ignored');
		expect(warnings.map(({text}) => text)).toEqual([
			'the decision on f000000000000 is ignored: there is no such finding',
			`the decision on ${id} is ignored: its comment has been edited since`,
			`the decision on ${id} is ignored: a later decision replaces it`,
		]);
		expect(json).toMatchObject({findings: [{outcome: 'declined', reason: 'later'}]});
	});

	test('no model is asked about it', async () => {
		const tree = workTree();
		const service = await localModel();
		const {id, decide} = await inWords(tree);
		const flags = ['--llm-preset', 'local-default'];
		const {json} = await decide({action: 'done', finding: id}).then(() =>
			tree.call(
				[
					'apply',
					'--from',
					join(tree.home, 'review.json'),
					'--decisions',
					join(tree.home, 'decisions.json'),
					'--json',
					...flags,
				],
				{env: ledTo(service)},
			),
		);
		expect(json).toMatchObject({findings: [{outcome: 'declined'}], llm: {requests: 0}});
		expect(service.asks()).toEqual([]);
	});

	test('it replaces what the finding proposes, and decisions on its changes', async () => {
		const tree = workTree();
		const from = reviewOf(tree).suggest('src/list.txt', 4, ['item IV']).save();
		const {findings} = (await tree.call(['analyze', '--from', from, '--json'])).json as Report;
		const [{id, changes}] = findings as [Report['findings'][0]];
		const decisions = [
			{change: changes[0], action: 'apply'},
			{finding: id, ...four, start: 6, end: 6, text: 'item six\n'},
		];
		const file = join(tree.home, 'decisions.json');
		writeFileSync(file, JSON.stringify({decisions}));
		const {json, stderr} = await tree.call(['apply', '--from', from, '--decisions', file, '--json']);
		expect(json).toMatchObject({changes: [{from: 'person', outcome: 'applied'}]});
		expect(tree.read('src/list.txt')).toBe(numbered('item', 12).replace('item 6', 'item six'));
		expect(stderr).toContain(`the decision on ${changes[0]} is ignored: the decision on finding ${id} replaces it`);
	});

	test('two edits of the same lines contradict each other', async () => {
		const tree = workTree();
		const from = reviewOf(tree).comment('src/list.txt', 4, 'In words.').comment('src/list.txt', 5, 'In Roman.').save();
		const {findings} = (await tree.call(['analyze', '--from', from, '--json'])).json as Report;
		const decisions = findings.map(({id}, index) => ({finding: id, ...four, text: `item ${index}\n`}));
		const file = join(tree.home, 'decisions.json');
		writeFileSync(file, JSON.stringify({decisions}));
		const {code, json} = await tree.call(['apply', '--from', from, '--decisions', file, '--json']);
		expect([code, json]).toMatchObject([2, {error: {code: 'contradicting-decisions'}}]);
		for (const {id} of findings) expect(JSON.stringify(json)).toContain(id);
		expect(tree.git('status', '--porcelain')).toBe('');
	});

	test.each([
		[{finding: 'f1', action: 'apply'}, '"apply" needs a "change"'],
		[{change: 'c1', action: 'done'}, '"done" needs a "finding"'],
		[{action: 'decline'}, 'expected either "change" or "finding"'],
		[{finding: 'f1', action: 'edit', text: ''}, '"edit" of a finding needs "path", "start" and "end"'],
		[{finding: 'f1', ...four, end: 2}, '"end" must not be before "start"'],
		[{finding: 'f1', ...four, end: 5, seen}, '"seen" must have the lines from "start" to "end"'],
		[{finding: 'f1', ...four, start: 0}, '"start" must be at least 1'],
	])('%j is a usage error', async (entry, words) => {
		const tree = workTree();
		const from = reviewOf(tree).comment('src/list.txt', 4, 'In words.').save();
		const file = join(tree.home, 'decisions.json');
		writeFileSync(file, JSON.stringify({decisions: [entry]}));
		const {code, stderr} = await tree.call(['apply', '--from', from, '--decisions', file]);
		expect([code, stderr]).toEqual([2, expect.stringContaining(`decisions[0]: ${words}.`)]);
	});
});
