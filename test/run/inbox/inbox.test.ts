import {readdirSync} from 'node:fs';
import {expect, test} from 'vitest';
import type {Lists} from '../../../source/code-host/lists.ts';
import type {CodeHost, Connection} from '../../../source/code-host/port.ts';
import {Failure} from '../../../source/failure.ts';
import type {Context} from '../../../source/run/context.ts';
import type {InboxEvent, InboxRequest} from '../../../source/run/inbox/events.ts';
import {readInbox} from '../../../source/run/inbox/inbox.ts';
import {foldInbox, initialInbox} from '../../../source/run/inbox/inbox-state.ts';
import {phaseOf} from '../../../source/run/inbox/row.ts';
import {requestFor} from '../../helpers/analyze-request.ts';
import {newFolder} from '../../helpers/folders.ts';
import {memoryHost} from '../../helpers/memory-host.ts';
import {policy} from '../../helpers/proposal.ts';
import {type Review, reviewOf} from '../../helpers/review-of.ts';
import {type WorkTree, workTree} from '../../helpers/work-tree.ts';
import {contextIn} from '../../tui/desk.ts';

const all: InboxRequest['filter'] = {orgs: [], repos: [], authors: [], updatedSince: null};

type Options = Partial<Pick<InboxRequest, 'rulesAt'> & Pick<Context, 'signal'> & Lists> & {
	/** Called before git is told where a repository is, which is that of the tree. */
	beforeFetch?: (repository: string, temporary: string) => Promise<void>;
};

/** The inbox of a host in memory whose repository octo/app is that of the tree. */
function open(tree: WorkTree, reviews: readonly Review[], {rulesAt, signal, beforeFetch, ...lists}: Options = {}) {
	const host = memoryHost(reviews, undefined, {'octo/app': tree.root});
	const openLists: CodeHost['openLists'] = async (...given) => ({...(await host.openLists(...given)), ...lists});
	const openGated: CodeHost['open'] = async (...given) => {
		const connection = await host.open(...given);
		const gitAccess: Connection['gitAccess'] = async repository => {
			await beforeFetch?.(repository, temporary);
			return connection.gitAccess(beforeFetch ? 'octo/app' : repository);
		};
		return {...connection, gitAccess};
	};
	const plain = contextIn(tree);
	const temporary = newFolder();
	const env = {...plain.env, MEMORY_TOKEN: 'open sesame', TMPDIR: temporary};
	const context = {
		...plain,
		env,
		cwd: newFolder(),
		codeHost: {...host, open: openGated, openLists},
		signal: signal ?? plain.signal,
	};
	const usual = async () => ({...requestFor('none'), policy: policy()});
	const events = readInbox({filter: all, rulesAt: rulesAt ?? usual}, context);
	const read = async () => {
		const seen: InboxEvent[] = [];
		for await (const event of events) seen.push(event);
		return {seen, rows: seen.reduce(foldInbox, initialInbox).rows, left: readdirSync(temporary)};
	};
	return {events, read, temporary};
}

/** A repository that git can fetch from by commit, and without files. */
function fetchable(): WorkTree {
	const tree = workTree();
	tree.git('config', 'uploadpack.allowAnySHA1InWant', 'true');
	tree.git('config', 'uploadpack.allowFilter', 'true');
	return tree;
}

/** A commit on a branch of its own, which does not stay checked out. */
function branchOf(tree: WorkTree, name: string, commits: readonly Record<string, string>[]) {
	tree.git('checkout', '-q', '-B', name, 'main');
	for (const files of commits) tree.commit(files);
	return tree.head;
}

test('two heads of a repository are read in the same folder; one that is gone is a row with the reason', async () => {
	const tree = fetchable();
	branchOf(tree, 'long', [{'src/list.txt': 'one\ntwo\nthree\n'}, {'more.txt': 'a\n'}, {'more.txt': 'b\n'}]);
	const commits = tree.git('rev-list', '--reverse', 'main..long').split('\n');
	const long = reviewOf(tree, {number: 7, commits})
		.suggest('src/list.txt', 2, ['TWO'])
		.suggest('src/list.txt', 2, ['2'])
		.suggest('more.txt', 1, ['b']);
	branchOf(tree, 'short', [{'src/other.txt': 'x\ny\n'}]);
	const short = reviewOf(tree, {number: 8, commits: [tree.head]}).suggest('src/other.txt', 2, ['Y']);
	const gone = reviewOf(tree, {number: 9, headRefOid: 'd'.repeat(40), commits: ['d'.repeat(40)]});
	gone.pullRequest.thread({path: 'src/other.txt', line: 1, body: '```suggestion\nz\n```'});
	const silent = reviewOf(tree, {number: 10, repository: 'octo/silent'});
	const {rows, left, seen} = await open(tree, [long, gone, short, silent]).read();
	expect(rows.map(row => [row.listed.number, phaseOf(row), row.failure?.code])).toEqual([
		[7, 'analyzed', undefined],
		[9, 'failed', 'fetch-failed'],
		[8, 'analyzed', undefined],
		[10, 'analyzed', undefined],
	]);
	const {findings, conflict, alreadyApplied} = rows[0]!.summary!;
	expect({findings, conflict, alreadyApplied}).toEqual({findings: 3, conflict: 2, alreadyApplied: 1});
	expect(rows[2]!.summary).toMatchObject({findings: 1, planned: 1});
	expect(rows[3]!.summary).toMatchObject({findings: 0});
	expect(rows[0]!.read).toMatchObject({threads: {open: 3, all: 3}, headRefName: 'feature'});
	expect(left).toEqual([]);
	const last = (type: InboxEvent['type']) => seen.findLastIndex(event => event.type === type);
	expect(last('found')).toBeLessThan(seen.findIndex(({type}) => type === 'read'));
	expect(seen.filter(({type}) => type === 'arrived')).toHaveLength(rows.length);
});

test('four repositories are fetched at a time, each into one folder, and a slow one holds up no other', async () => {
	const tree = fetchable();
	const repositories = Array.from({length: 6}, (_, index) => `octo/app-${index}`);
	const reviews = [...repositories, ...repositories].map((repository, index) =>
		reviewOf(tree, {repository, number: index + 1}).suggest('src/list.txt', 1, ['one']),
	);
	const [four, others] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	const folders = new Set<string>();
	let [asked, most] = [0, 0];
	const {events} = open(tree, reviews, {
		beforeFetch: async (repository, temporary) => {
			asked += 1;
			if (asked === 4) four.resolve();
			await four.promise;
			const present = readdirSync(temporary);
			for (const folder of present) folders.add(folder);
			most = Math.max(most, present.length);
			if (repository === 'octo/app-2') await others.promise;
		},
	});
	const analyzed: number[] = [];
	let shown = 0;
	for await (const event of events) {
		if (event.type === 'failed') throw event.failure;
		if (event.type === 'read') shown += 1;
		if (event.type !== 'analyzed') continue;
		analyzed.push(Number(event.id.split('#')[1]));
		if (analyzed.length < 10) continue;
		expect(shown).toBe(reviews.length);
		others.resolve();
	}
	expect(analyzed.slice(-2)).toEqual([3, 9]);
	expect([most, folders.size]).toEqual([4, repositories.length]);
});

test('settings at a head that are not valid fail its row alone, whose threads are shown', async () => {
	const tree = workTree();
	const broken = new Failure('usage', 'unknown-setting', 'There is no setting "x".', 'Remove it.');
	let asked = 0;
	const rulesAt = async () => {
		asked += 1;
		if (asked === 1) throw broken;
		return {...requestFor('none'), policy: policy()};
	};
	const reviews = [7, 8].map(number => reviewOf(tree, {number}).comment('notes.md', 1, 'Why?'));
	const {rows} = await open(tree, reviews, {rulesAt}).read();
	expect(rows.map(({failure, read}) => [failure, read?.threads.open])).toEqual([
		[broken, 1],
		[null, 1],
	]);
	expect(rows[1]!.summary).toMatchObject({findings: 1, needsPerson: 0});
});

test('a bug that a pull request meets is the failure of its row', async () => {
	const tree = workTree();
	let asked = 0;
	const rulesAt = async () => {
		asked += 1;
		if (asked === 1) throw new TypeError('x is not a function');
		return {...requestFor('none'), policy: policy()};
	};
	const reviews = [7, 8].map(number => reviewOf(tree, {number}).comment('notes.md', 1, 'Why?'));
	const {rows} = await open(tree, reviews, {rulesAt}).read();
	expect(rows.map(row => [phaseOf(row), row.failure?.message])).toEqual([
		['failed', 'Unexpected error: x is not a function'],
		['analyzed', undefined],
	]);
});

test('an interruption ends it, and no temporary folder is left', async () => {
	const tree = workTree();
	const reviews = ['octo/app', 'octo/web'].map((repository, index) =>
		reviewOf(tree, {number: index + 1, repository}).suggest('src/other.txt', 1, ['x']),
	);
	const interruption = new AbortController();
	const {events, temporary} = open(tree, reviews, {signal: interruption.signal});
	const reason = new Failure('interrupted', 'interrupted', 'Interrupted.');
	const follow = async () => {
		for await (const {type} of events) if (type === 'read') interruption.abort(reason);
	};
	await expect(follow()).rejects.toBe(reason);
	expect(readdirSync(temporary)).toEqual([]);
});

test('if nothing can be read any more, the inbox fails with the reason', async () => {
	const tree = workTree();
	const offline = new Failure('failed', 'network', 'There is no network.', 'Try again.');
	const reviews = [7, 8, 9].map(number => reviewOf(tree, {number}).comment('notes.md', 1, 'Why?'));
	const {events, temporary} = open(tree, reviews, {
		readEach: async ([first], _, onRead) => {
			onRead(first!, offline);
			throw offline;
		},
	});
	const seen: InboxEvent[] = [];
	const follow = async () => {
		for await (const event of events) seen.push(event);
	};
	await expect(follow()).rejects.toBe(offline);
	expect(seen.filter(({type}) => type === 'failed')).toHaveLength(1);
	expect(readdirSync(temporary)).toEqual([]);
});
