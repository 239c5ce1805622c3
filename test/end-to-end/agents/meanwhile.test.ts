import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {bot} from '../../emulators/github/data.ts';
import {type Review, reviewOf} from '../../helpers/review-of.ts';
import {workTree} from '../../helpers/work-tree.ts';
import {serving} from './serving.ts';

const author = bot('coderabbitai');

const one = (review: Review) => review.suggest('src/list.txt', 2, ['item two'], {author});

const idsIn = (text: string) => text.match(/^f[0-9a-f]{5,}(?= )/gm) ?? [];

test('marks of calls at the same time are all kept', async () => {
	const tree = workTree();
	const review = reviewOf(tree);
	for (let line = 1; line < 9; line++) review.suggest('src/list.txt', line, [`entry ${line}`], {author});
	const {call} = await serving({cwd: tree.root, env: tree.env}, ['--from', review.save()]);
	const ids = idsIn((await call('list_findings')).text);
	await Promise.all(ids.map(id => call('mark', {id, as: 'deferred', reason: 'to be decided'})));
	expect((await call('list_findings', {refresh: true})).text.match(/marked deferred/g)).toHaveLength(ids.length);
});

test('what a person has declined since the list is neither written nor marked', async () => {
	const tree = workTree();
	const from = one(reviewOf(tree)).suggest('src/other.txt', 3, ['entry three'], {author}).save();
	const {call} = await serving({cwd: tree.root, env: tree.env}, ['--from', from]);
	const [id = ''] = idsIn((await call('list_findings')).text);
	const decisions = join(tree.home, 'decisions.json');
	const {json} = await tree.call(['analyze', '--from', from, '--json']);
	const {findings} = json as {findings: {id: string; changes: string[]}[]};
	const [change] = findings.find(finding => finding.id.startsWith(id))?.changes ?? [];
	writeFileSync(decisions, JSON.stringify({decisions: [{change, action: 'decline', reason: 'no'}]}));
	expect((await tree.call(['apply', '--from', from, '--decisions', decisions])).code).toBe(0);
	const marked = await call('mark', {id, as: 'fixed'});
	expect(marked.text).toMatch(/^decided-by-person: /);
	await call('apply');
	expect(tree.read('src/list.txt')).toContain('item 2\n');
});
