import {readdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {bot} from '../../emulators/github/data.ts';
import {type Review, reviewOf} from '../../helpers/review-of.ts';
import {workTree} from '../../helpers/work-tree.ts';
import {pushing} from '../closing/pushing.ts';
import {hashIn, idsIn, serving} from './serving.ts';

const author = bot('coderabbitai');

const one = (review: Review) => review.suggest('src/list.txt', 2, ['item two'], {author});

const allowed = ['--allow', 'commit,push,reply,resolve'];

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

test('what was previewed by its number is published on the branch', async () => {
	const at = await pushing({review: review => void one(review)});
	const {call} = await serving({cwd: at.tree.root, env: {...at.tree.env, ...at.env}}, allowed);
	await call('list_findings', {pull_request: 7});
	await call('apply');
	const hash = hashIn((await call('preview', {pull_request: 7})).text);
	expect((await call('status')).text).toContain('written, not committed');
	expect(await call('publish', {hash})).toMatchObject({isError: false});
	expect(at.there()).toBe(at.tree.head);
});

test('what was written for another pull request is not committed on this one', async () => {
	const at = await pushing({review: review => void one(review)});
	const {call} = await serving({cwd: at.tree.root, env: {...at.tree.env, ...at.env}}, allowed);
	await call('apply');
	expect((await call('status')).text).toContain('written, not committed');
	at.review.pullRequest.data.number = 8;
	await call('list_findings', {refresh: true});
	expect((await call('status')).text).not.toContain('written, not committed');
	expect(await call('undo')).toMatchObject({isError: true});
	at.review.pullRequest.data.number = 7;
	await call('list_findings', {refresh: true});
	expect((await call('status')).text).toContain('written, not committed');
});

test('what a cancelled verification took out again is planned again', async () => {
	const at = await pushing({review: review => void one(review)});
	const mark = join(at.tree.root, '..', 'started');
	const {call} = await serving({cwd: at.tree.root, env: {...at.tree.env, ...at.env}}, [
		'--verify',
		`touch ${mark}; sleep 60`,
	]);
	await call('apply');
	const controller = new AbortController();
	const cancelled = call('verify', {}, {signal: controller.signal});
	await expect.poll(() => readdirSync(join(at.tree.root, '..')), {timeout: 20_000}).toContain('started');
	controller.abort();
	await expect(cancelled).rejects.toThrow();
	const {text} = await call('status');
	expect(text).toContain('left: 1 to apply as written');
	expect(text).toContain('Next: apply.');
});

test('a server of a repository on GitHub finishes no run of the folder that it is started in', async () => {
	const at = await pushing({review: review => void one(review)});
	const {call} = await serving({cwd: at.tree.root, env: {...at.tree.env, ...at.env}}, ['--repo', 'octo/app']);
	expect((await call('apply', {continue: true})).text).toMatch(/^needs-checkout: /);
});
