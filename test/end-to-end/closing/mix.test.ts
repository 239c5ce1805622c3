import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {user} from '../../emulators/github/data.ts';
import {goodToken} from '../../emulators/github/server.ts';
import {codePoint} from '../../helpers/code-point.ts';
import {rabbitBody} from '../../helpers/rabbit-body.ts';
import {ada} from './committing.ts';
import {fixed, rabbit, reviewed} from './publishing.ts';

const both = ['--reply', '--resolve-threads'];

const range = (from: number, to: number) => Array.from({length: to - from + 1}, (_, index) => from + index);

const diffFor = (...lines: number[]) =>
	lines.map(line => `\`\`\`diff\n-item ${line}\n+${fixed(line)}\n\`\`\``).join('\n\n');

type Findings = {findings: {outcome: string; closing: {state: string; resolved: boolean} | null}[]};

test('19 fixed, 1 partly, 2 declined, 3 stale: each thread hears what is true, and the report adds up', async () => {
	const [done, declined, stale] = [range(1, 19), [21, 22], [24, 26, 28]];
	const opened = await reviewed([...done, ...declined, ...stale], {
		more: review => review.comment('src/list.txt', 31, `Both.\n\n${diffFor(31, 35)}`, {author: rabbit}),
	});
	const {tree, call, push, replies, threads} = opened;
	const edited = [...stale, 35].reduce(
		(text, line) => text.replace(`item ${line}\n`, `mine ${line}\n`),
		tree.read('src/list.txt'),
	);
	tree.commit({'src/list.txt': edited});
	const planned = (await call(['--dry-run', '--json'])).json as {changes: {id: string; original: {start: number}}[]};
	const ids = planned.changes.filter(({original}) => declined.includes(original.start)).map(({id}) => id);
	const decisions = join(tree.home, 'decisions.json');
	const entries = ids.map(change => ({change, action: 'decline', reason: 'We keep these.'}));
	writeFileSync(decisions, JSON.stringify({schema: 'pr-resolve/decisions@1', decisions: entries}));
	await call(['--commit', '--decisions', decisions], {env: ada});
	push();

	const {code, json} = await call([...both, '--decisions', decisions, '--json']);
	const sha = tree.head;
	expect(replies()).toEqual([
		...done.map(() => [`Applied in ${sha}.`]),
		...declined.map(() => ['Not applied: We keep these.']),
		...stale.map(() => []),
		[`Partly applied in ${sha} (1 of 2). Not applied: src/list.txt 35, edited since.`],
	]);
	const isResolved = threads.map(thread => thread.isResolved);
	expect(isResolved).toEqual([...range(1, 21).map(() => true), false, false, false, false]);
	expect([code, json]).toMatchObject([
		3,
		{publication: {replies: 22, resolved: 21, comments: 0, reactions: 0, pending: 0}, summary: {findings: 25}},
	]);
	const {findings} = json as Findings;
	const states = Map.groupBy(findings, ({closing}) => closing!.state);
	expect(Object.fromEntries([...states].map(([state, {length}]) => [state, length]))).toEqual({
		fixed: 19,
		declined: 2,
		partly: 1,
		none: 3,
	});
	expect(findings.filter(({closing}) => closing!.resolved)).toHaveLength(21);

	const writes = opened.gitHub.writes.length;
	await call([...both, '--decisions', decisions]);
	expect(opened.gitHub.writes.length - writes).toBe(0);
});

describe('once the state of a thread has changed', () => {
	/** A thread with two places of which one is done and said, and then the other. */
	async function changed(between: (opened: Awaited<ReturnType<typeof reviewed>>) => void) {
		const opened = await reviewed([], {
			more: review => review.comment('src/list.txt', 31, `Both.\n\n${diffFor(31, 35)}`, {author: rabbit}),
		});
		const text = opened.tree.read('src/list.txt');
		const half = text.replace('item 31\n', `${fixed(31)}\n`);
		opened.tree.commit({'src/list.txt': half});
		opened.push();
		const first = opened.tree.head;
		await opened.call([...both, '--mode', 'conflicts-only']);
		expect(opened.replies()).toEqual([[expect.stringContaining(`Partly done in ${first} (1 of 2).`)]]);
		between(opened);
		opened.tree.commit({'src/list.txt': half.replace('item 35\n', `${fixed(35)}\n`)});
		opened.push();
		await opened.call(both);
		return {...opened, said: `Already done in ${first} and ${opened.tree.head}.`};
	}

	test('our reply is edited', async () => {
		const {replies, said, threads} = await changed(() => {});
		expect([replies(), threads[0]!.isResolved]).toEqual([[[said]], true]);
	});

	test('there is a new reply if a comment came after it', async () => {
		const {replies, said, threads} = await changed(({threads: [thread]}) => {
			thread!.comments.push({
				...thread!.comments[0]!,
				id: 'later',
				fullDatabaseId: '9',
				author: user('ann'),
				body: 'And?',
			});
		});
		expect([replies(), threads[0]!.isResolved]).toEqual([[[expect.stringContaining('Partly'), 'And?', said]], false]);
	});
});

test.each([
	['by an account without write access', 'ann', 'v1'],
	['of an older version', 'octocat', 'v0'],
	['of a later version', 'octocat', 'v2'],
])('a marker %s does not keep a thread from its reply', async (_, login, version) => {
	const roles = {octocat: 'write', ann: 'read'} as const;
	const host = {repositories: [{nameWithOwner: 'octo/app', roles}]};
	const {fix, push, call, threads, replies} = await reviewed([3], {host});
	const sha = fix(3);
	push();
	const said = `Already done in ${sha}.`;
	const marker = `{"run":"r","finding":"f","state":"already-fixed","commit":"${sha}"}`;
	const body = `${said}\n\n<!-- pr-resolve:${version} ${marker} -->`;
	const [thread] = threads;
	thread!.comments.push({...thread!.comments[0]!, id: 'forged', fullDatabaseId: '9', author: user(login), body});
	await call(['--reply']);
	expect(replies()).toEqual([[said, said]]);
});

test('a command with a secret is not quoted', async () => {
	const {tree, call, push, replies} = await reviewed([3, 9]);
	tree.commit({'check.sh': `! grep -q "${fixed(9)}" src/list.txt\n`});
	push();
	const secret = goodToken.replace('emulator', '1234abcd');
	await call(['--verify', `sh check.sh ${secret}`, ...both]);
	expect(replies()).toEqual([[], ['Not applied: the test command fails with this change and passes without it.']]);
});

test('nothing of any comment, no mention, no command and no secret gets into what is written', async () => {
	const [fixedLines, bodyLines, declined] = [range(1, 12), range(20, 26), range(30, 37)];
	const prose = fc.sample(
		fc.tuple(fc.constantFrom('@claude fix', '/approve', '<!-- hidden -->', '', '-->'), fc.string({unit: codePoint})),
		{numRuns: 40, seed: 7},
	);
	const words = prose.map(
		([command, noise], index) => `Quux${index} ${command} ${noise.replaceAll(/[`~]/g, '')} ${index}quuz`,
	);
	const opened = await reviewed([], {
		more(review) {
			for (const line of [...fixedLines, ...declined])
				review.suggest('src/list.txt', line, [fixed(line)], {author: rabbit, body: words[line]!});
			const said = bodyLines.map(line => ({path: 'src/list.txt', line, old: `item ${line}`, new: fixed(line)}));
			const body = `${rabbitBody(...said)}\n\n${words[0]}`;
			review.pullRequest.review({body, author: rabbit, commit: {oid: review.pullRequest.data.headRefOid}});
		},
	});
	const {tree, call, push, gitHub} = opened;
	const planned = (await call(['--dry-run', '--json'])).json as {changes: {id: string; original: {start: number}}[]};
	const secret = goodToken.replace('emulator', '1234abcd');
	const reasons = ['@acme said no', '/deploy it', `token ${secret}`, '<!-- x -->', '\u202eno'];
	const entries = planned.changes
		.filter(({original}) => declined.includes(original.start))
		.map(({id}, index) => ({change: id, action: 'decline', reason: reasons[index % reasons.length]}));
	const decisions = join(tree.home, 'decisions.json');
	writeFileSync(decisions, JSON.stringify({schema: 'pr-resolve/decisions@1', decisions: entries}));
	await call(['--commit', '--decisions', decisions], {env: ada});
	push();
	await call([...both, '--decisions', decisions]);
	const bodies = gitHub.writes.flatMap(({variables: {body}}) => (typeof body === 'string' ? [body] : []));
	expect(bodies.length).toBeGreaterThan(18);
	expect(gitHub.writes.at(-1)!.operation).toBe('Comment');
	for (const body of bodies) {
		expect.soft(body).not.toMatch(/quu[xz]|@|1234abcd|approve|hidden|\p{Cf}|^\s*\//imu);
		expect.soft(body.match(/<!--/g)).toHaveLength(1);
	}
});
