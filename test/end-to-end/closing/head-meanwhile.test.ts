import {execFileSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {fault} from '../../emulators/github/faults.ts';
import {newFolder} from '../../helpers/folders.ts';
import {realGit} from './git-that.ts';
import {asAnn, branch, fetchingFrom, pushingTwo, repliesIn, url} from './moving.ts';

const both = ['--reply', '--resolve-threads'];

/** Suggestions for two files, of which the one for `src/other.txt` is declined; and what Ann pushes meanwhile. */
async function declining() {
	const opened = await pushingTwo();
	const {tree, bare, review} = opened;
	const fetching = fetchingFrom(bare);
	const {json} = await opened.call(['apply', url, '--dry-run', '--json'], fetching);
	const change = (json as {changes: {id: string; path: string}[]}).changes.find(({path}) => path === 'src/other.txt')!;
	const file = join(tree.home, 'decisions.json');
	const decisions = [{change: change.id, action: 'decline', reason: 'too long'}];
	writeFileSync(file, JSON.stringify({schema: 'pr-resolve/decisions@1', decisions}));
	const clone = join(newFolder(), 'ann');
	return {
		...opened,
		declined: ['--decisions', file],
		byAnn: (script: string) =>
			`${asAnn}; [ -e ${clone} ] || { ${realGit} clone -q -b ${branch} ${bare} ${clone} && cd ${clone} && ${script} && ${realGit} commit -qam Theirs && ${realGit} push -q origin ${branch}; }`,
		fetching,
		call: (args: string[], env: Record<string, string> = fetching) => opened.call(['apply', url, ...args], env),
		replies: () => repliesIn(review.pullRequest),
	};
}

const asSuggested = "sed -i 's/^entry 3$/entry three/' src/other.txt";

test('what somebody pushes while the command runs is not said to be missing', async () => {
	const {call, byAnn, declined, replies, there} = await declining();
	await call(['--commit', ...both, ...declined, '--verify', byAnn(asSuggested)]);
	expect(replies()).toEqual([[], [`Already done in ${there()}.`]]);
});

test('a head that cannot be fetched is compared with nothing, and the message has the command', async () => {
	const {call, byAnn, declined, replies, there, fetching, host} = await declining();
	const args = ['--commit', ...both, ...declined, '--verify', byAnn(asSuggested), '--json'];
	const {code, json} = await call(args, {});
	expect([code, replies(), host.writes]).toEqual([3, [[], []], []]);
	const {stops} = json as {stops: {code: string; message: string; remedy: string}[]};
	expect(stops).toMatchObject([
		{
			code: 'head-unknown',
			message: expect.stringContaining(`${there().slice(0, 10)}, the head of the pull request, cannot be fetched.`),
			remedy: expect.stringContaining(`Run: git fetch origin ${branch}`),
		},
	]);
	await call([...both, ...declined], fetching);
	expect(replies()[1]).toEqual([`Already done in ${there()}.`]);
});

test('a head that moves right before the first write is compared anew', async () => {
	const {tree, call, byAnn, declined, replies, there, host} = await declining();
	const push = () => void execFileSync('/bin/sh', ['-c', byAnn(asSuggested)], {cwd: tree.root, env: tree.env});
	host.faults.on('ThreadsToday', fault.meanwhile(push));
	await call([...both, ...declined]);
	expect(replies()).toEqual([[], [`Already done in ${there()}.`]]);
});

test('what somebody reverts right before the first write is not said to be done', async () => {
	const {tree, bare, call, byAnn, declined, replies, host} = await declining();
	tree.commit({'src/list.txt': tree.read('src/list.txt').replace('item 2\n', 'item two\n')});
	tree.git('push', '-q', bare, 'HEAD');
	const push = () =>
		void execFileSync('/bin/sh', ['-c', byAnn("sed -i 's/^item two$/item 2/' src/list.txt")], {
			cwd: tree.root,
			env: tree.env,
		});
	host.faults.on('ThreadsToday', fault.meanwhile(push));
	await call([...both, ...declined]);
	expect(replies()).toEqual([[], ['Not applied: too long.']]);
});
