import {expect, test} from 'vitest';
import {fault} from '../../emulators/github/faults.ts';
import type {Review} from '../../helpers/review-of.ts';
import {rabbit} from '../closing/publishing.ts';
import {pushing, repliesOf, resolvedOf} from '../closing/pushing.ts';
import {hashIn, idsIn, serving} from './serving.ts';

const twoOfBots = (review: Review) =>
	void review
		.suggest('src/list.txt', 2, ['item two'], {author: rabbit})
		.suggest('src/other.txt', 3, ['entry three'], {author: rabbit});

async function at(args: readonly string[] = []) {
	const there = await pushing({review: twoOfBots});
	return {there, ...(await serving({cwd: there.tree.root, env: {...there.tree.env, ...there.env}}, args))};
}

test('nothing leaves the machine that was not allowed', async () => {
	const {there, call} = await at();
	const before = there.there();
	await call('apply');
	const preview = await call('preview');
	expect(preview.text).toContain('A person sends all of it with: pr-resolve apply 7 --push --reply --resolve-threads');
	expect(preview.text).toContain('publish may: nothing.');
	const refused = await call('publish', {hash: hashIn(preview.text)});
	expect(refused).toMatchObject({isError: true});
	expect(refused.text).toMatch(/^not-allowed: .*pr-resolve apply 7 --push --reply --resolve-threads/);
	expect(there.there()).toBe(before);
	expect(repliesOf(there)).toEqual([[], []]);
});

test('what was allowed and previewed is committed, pushed, answered and resolved', async () => {
	const {there, call} = await at(['--allow', 'commit,push,reply,resolve']);
	await call('apply');
	const preview = await call('preview');
	expect(preview.text).toContain('Applied in <commit>.');
	const done = await call('publish', {hash: hashIn(preview.text)});
	expect(done).toMatchObject({isError: false});
	const head = there.there();
	expect(head).toBe(there.tree.head);
	expect(repliesOf(there)).toEqual([[`Applied in ${head}.`], [`Applied in ${head}.`]]);
	expect(resolvedOf(there)).toEqual([true, true]);
	// A second time there is nothing left.
	const again = await call('publish', {hash: hashIn((await call('preview')).text)});
	expect(repliesOf(there).flat()).toHaveLength(2);
	expect(again.isError).toBe(false);
	expect(await call('undo')).toMatchObject({isError: true});
});

test('each step is allowed by itself', async () => {
	const {there, call} = await at(['--allow', 'commit']);
	const before = there.there();
	await call('apply');
	const preview = await call('preview');
	const refused = await call('publish', {hash: hashIn(preview.text), steps: ['commit', 'push']});
	expect(refused.text).toMatch(/^not-allowed: .*: push\./);
	const done = await call('publish', {hash: hashIn(preview.text)});
	expect(done.isError).toBe(false);
	expect(there.tree.head).not.toBe(before);
	expect(there.there()).toBe(before);
	expect(repliesOf(there)).toEqual([[], []]);
});

test('a run that was cut before its comment is finished by who may reply, and by nobody else', async () => {
	const {tree, env, host, ...there} = await pushing({review: twoOfBots});
	const args = ['apply', '7', '--publish', '--set', 'replies=needed'];
	await tree.run(args, {
		env,
		meanwhile: child =>
			host.faults.on(
				'Comment',
				fault.meanwhile(() => void child.kill('SIGKILL')),
			),
	});
	const finish = async (allowed: string) => {
		const {call} = await serving({cwd: tree.root, env: {...tree.env, ...env}}, ['--allow', allowed]);
		return (await call('apply', {continue: true})).text;
	};
	expect(await finish('commit,push,resolve')).toMatch(/^not-allowed: .*: comment\./);
	expect(await finish('reply,resolve')).toMatch(/^Run \S+ is finished: /);
	expect(there.review.pullRequest.data.comments).toHaveLength(1);
});

test('what has changed since the preview is not published', async () => {
	const {there, call} = await at(['--allow', 'commit,push,reply,resolve']);
	await call('apply');
	const preview = await call('preview');
	const [thread] = there.review.pullRequest.data.reviewThreads;
	thread!.isResolved = true;
	expect((await call('publish', {hash: hashIn(preview.text)})).text).toMatch(/^preview-changed: /);
	expect((await call('publish', {hash: '0000'})).text).toMatch(/^preview-changed: /);
	expect(repliesOf(there)).toEqual([[], []]);
});

test.each([
	['reply,resolve', 'Not applied.', false],
	['reply,reasons,resolve', 'Not applied: this is part of the API.', true],
])("with --allow %s, an agent's decline is answered: %s", async (allowed, text, isResolved) => {
	const {there, call} = await at(['--allow', allowed]);
	const {json} = await there.call(['analyze', '7', '--json']);
	const id = (json as {findings: {id: string}[]}).findings[0]?.id;
	const marked = await call('mark', {id, as: 'declined', reason: 'this is part of the API'});
	expect(marked.isError).toBe(false);
	await call('publish', {hash: hashIn((await call('preview')).text)});
	expect(repliesOf(there)[0]).toEqual([text]);
	expect(resolvedOf(there)[0]).toBe(isResolved);
});

test('marked fixed stays open until a pushed commit shows it, and says why', async () => {
	const createdAt = '2040-01-01T00:00:00Z';
	const there = await pushing({
		review: review => void review.suggest('src/list.txt', 2, ['item two'], {author: rabbit, createdAt}),
	});
	const {call} = await serving({cwd: there.tree.root, env: {...there.tree.env, ...there.env}});
	const [id = ''] = idsIn((await call('list_findings')).text);
	const marked = await call('mark', {id, as: 'fixed'});
	expect(marked.text).toContain('It stays open until the head shows it: its lines on the head are older than');
	expect((await call('status')).text).toContain('left: 1 to apply as written, 0 for you');
});
