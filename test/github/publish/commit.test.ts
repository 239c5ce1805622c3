import {expect, test} from 'vitest';
import type {FileChange} from '../../../source/code-host/commit-order.ts';
import {noClone} from '../../../source/code-host/port.ts';
import {openConnection} from '../../../source/github/connection.ts';
import {type Fault, fault} from '../../emulators/github/faults.ts';
import {goodToken} from '../../emulators/github/server.ts';
import {appToken, committing, edit} from './committing.ts';

const start = {
	'a.txt': {content: 'one\n'},
	'bin/run': {mode: '100755', content: '#!/bin/sh\n'},
	'new/ü "x".txt': {content: ''},
};

/** Every byte, but not as UTF-8. */
const allBytes = Buffer.from(Array.from({length: 512}, (_, index) => index % 256));

test('one request makes one commit: exact bytes, modes kept, message, author, signature', async () => {
	const {order, publisher, git, head, there, sent, count, modes} = await committing(start);
	const planned = order([
		edit('a.txt', allBytes),
		edit('bin/run', '#!/bin/sh\r\necho\r\n', '100755'),
		edit('new/ü "x".txt', Buffer.from('\ufeffutf-16\n', 'utf16le')),
	]);
	const end = await publisher.commit(planned);
	const oid = there();
	const url = `https://github.com/octo/app/commit/${oid}`;
	expect(end).toEqual({kind: 'made', oid, url, isSigned: true, via: 'api', note: null});
	expect(modes()).toEqual({'a.txt': '100644', 'bin/run': '100755', 'new/ü "x".txt': '100644'});
	expect(git('log', '-1', '--format=%T|%P|%an|%ae|%cn|%B', oid)).toBe(
		`${planned.tree}|${head}|octocat|583231+octocat@users.noreply.github.com|GitHub|Apply suggestions\n\nOf two reviewers.\n\nPr-Resolve-Run: x`,
	);
	expect([sent(), count()]).toEqual([['CreateCommit'], 2]);
});

const byParts = ['CommitBase', 'POST git/blobs', 'POST git/trees', 'POST git/commits', 'MoveBranch'];

/** Too large for one request. */
const large = [edit('a.txt', Buffer.alloc(3_000_001, 'x'))];

test('a commit that is too large for one request is sent in parts', async () => {
	const {order, publisher, there, modes, sent, head, git} = await committing(start);
	const planned = order([...large, edit('bin/run', '#!/bin/sh\necho\n', '100755')]);
	const end = await publisher.commit(planned);
	expect(end).toMatchObject({kind: 'made', oid: there(), via: 'git-data', isSigned: false, note: null});
	expect(modes()).toMatchObject({'a.txt': '100644', 'bin/run': '100755'});
	expect(git('log', '-1', '--format=%T|%P|%an|%s', there())).toBe(`${planned.tree}|${head}|octocat|Apply suggestions`);
	const [base, ...others] = byParts;
	expect(sent()).toEqual([base, 'POST git/blobs', ...others]);
});

test('what an app commits by parts is signed, and allowed on a branch that requires signatures', async () => {
	const rule = {viewerCanPush: true, requiresSignatures: true};
	const ofApp = await committing(start, {repository: {rule}, tokens: {[goodToken]: appToken}});
	expect(await ofApp.commit(large)).toMatchObject({kind: 'made', isSigned: true});
	expect(ofApp.git('log', '-1', '--format=%an|%cn', ofApp.there())).toBe('fixer[bot]|GitHub');
	const ofPerson = await committing(start, {repository: {rule}});
	expect(await ofPerson.commit(large)).toEqual({kind: 'unsigned'});
	expect([ofPerson.sent(), ofPerson.there()]).toEqual([['CommitBase'], ofPerson.head]);
	expect(await ofPerson.commit([edit('a.txt', 'x')])).toMatchObject({kind: 'made', isSigned: true});
});

/** So many files, and what edits them. */
const many = (count: number) => {
	const paths = Array.from({length: count}, (_, index) => `many/${index}.txt`);
	return {
		files: Object.fromEntries(paths.map(path => [path, {content: ''}])),
		edits: paths.map(path => edit(path, path)),
	};
};

test('many files are sent in parts, at the pace that the limits allow', async () => {
	const {files, edits} = many(402);
	const {commit, there, sent, waits, server} = await committing(files);
	expect(await commit(edits)).toMatchObject({kind: 'made', oid: there()});
	expect(sent().filter(name => name === 'POST git/trees')).toHaveLength(5);
	expect(waits.map(({reason}) => reason)).toEqual(['limit on writes', 'limit on writes']);
	expect(server.writes.map(({operation}) => operation)).toEqual(['POST git/commits', 'MoveBranch']);
});

test('400 files and 4 MB fit into one request', async () => {
	const {files, edits} = many(399);
	const {commit, sent} = await committing({...start, ...files});
	expect(await commit([...edits, edit('a.txt', Buffer.alloc(2_990_000, 'x'))])).toMatchObject({via: 'api'});
	expect(sent()).toEqual(['CreateCommit']);
});

test('what is too slow for one request is sent in parts, and a note says so', async () => {
	const {commit, there, sent, count} = await committing(start, {bodyLimit: 3000});
	const end = await commit(['a.txt', 'bin/run'].map(path => edit(path, Buffer.alloc(1500, path))));
	expect(end).toMatchObject({kind: 'made', oid: there(), via: 'git-data'});
	expect(end).toHaveProperty('note', 'the commit was too large for one request, so it was sent in parts');
	expect([sent().slice(0, 2), count()]).toEqual([['BranchHistory', 'CommitBase'], 2]);
});

const change = [edit('a.txt', 'better\n')];

test.each<[string, Fault[]]>([
	['a cut connection', [fault.cut()]],
	['a gateway', [fault.html(502)]],
	['an upload that took too long', [fault.html(499)]],
	['an answer without the commit', [fault.missing(['createCommitOnBranch', 'commit'], {message: 'Timeout'})]],
	['half an answer', [fault.missing(['createCommitOnBranch'], {message: 'Something went wrong'})]],
])('a commit whose answer was lost by %s is found on the branch', async (_, faults) => {
	const {commit, server, sent, there, count} = await committing(start);
	server.faults.on('CreateCommit', ...faults);
	expect(await commit(change)).toMatchObject({kind: 'made', oid: there(), isSigned: true, via: 'api', note: null});
	expect([sent(), count()]).toEqual([['CreateCommit', 'BranchHistory'], 2]);
});

test('it is found below what others pushed meanwhile', async () => {
	const {commit, server, moveThere, git, head} = await committing(start);
	server.faults.on('CreateCommit', () => {
		moveThere();
		return 'cut';
	});
	const end = await commit(change);
	expect(end).toMatchObject({kind: 'made', oid: git('rev-parse', 'feature/limits~1')});
	expect(git('rev-parse', 'feature/limits~2')).toBe(head);
});

test('a commit that did not arrive is sent once more, and then its end is unknown', async () => {
	const lost = fault.status(502, 'Bad gateway');
	const once = await committing(start);
	once.server.faults.on('CreateCommit', lost);
	expect(await once.commit(change)).toMatchObject({kind: 'made', oid: once.there()});
	expect(once.sent()).toEqual(['CreateCommit', 'BranchHistory', 'CreateCommit']);
	const twice = await committing(start);
	twice.server.faults.on('CreateCommit', lost, lost);
	expect(await twice.commit(change)).toMatchObject({kind: 'unknown', failure: {code: 'server-error'}});
	expect([twice.there(), twice.sent().length]).toEqual([twice.head, 4]);
});

test('the end is unknown if the branch cannot be read either', async () => {
	const {commit, server, sent} = await committing(start);
	server.faults.on('CreateCommit', fault.cut());
	server.faults.on('BranchHistory', ...Array.from({length: 4}, () => fault.cut()));
	expect(await commit(change)).toMatchObject({kind: 'unknown', failure: {code: 'network'}});
	expect(sent().filter(name => name === 'CreateCommit')).toHaveLength(1);
});

test.each<[string, FileChange[], string, Fault]>([
	['STALE_DATA', change, 'CreateCommit', fault.none()],
	[
		'two writers at once',
		change,
		'CreateCommit',
		fault.errors({message: `Ref refs/heads/x is at ${'b'.repeat(40)} but expected ${'a'.repeat(40)}`}),
	],
	['updateRefs', large, 'MoveBranch', fault.none()],
	[
		'a ref that is no fast-forward',
		large,
		'MoveBranch',
		fault.errors({message: "Field 'updateRefs' doesn't exist on type 'Mutation'"}),
	],
])('a branch that moved is stale by %s, and nothing is written', async (_, files, operation, answer) => {
	const {commit, server, moveThere, there} = await committing(start);
	const moved = moveThere();
	server.faults.on(operation, answer);
	expect(await commit(files)).toEqual({kind: 'stale', head: moved});
	expect(there()).toBe(moved);
});

test('a server without updateRefs moves the branch by REST', async () => {
	const {commit, server, sent, there} = await committing(start);
	server.faults.on('MoveBranch', fault.errors({message: "Field 'updateRefs' doesn't exist on type 'Mutation'"}));
	server.faults.on('CommitBase', fault.errors({message: "Field 'rules' doesn't exist on type 'Ref'"}));
	expect(await commit(large)).toMatchObject({kind: 'made', oid: there()});
	expect(sent()).toEqual(['CommitBase', ...byParts, 'PATCH git/refs']);
});

const lines = ['Changes must be made through a pull request.', '3 of 3 required status checks are expected.'];

test.each(['classic', 'ruleset'] as const)('each line of the %s rules that refuse a commit is returned', async by => {
	const {commit, there, head} = await committing(start, {repository: {protection: {by, lines}}});
	const heading = by === 'classic' ? [] : ['Repository rule violations found'];
	for (const files of [change, large]) {
		expect(await commit(files)).toEqual({kind: 'declined', lines: [...heading, ...lines]});
	}
	expect(there()).toBe(head);
});

test('a token that may not write is denied, and told the permission that it lacks', async () => {
	const tokens = {[goodToken]: {login: 'octocat', scopes: null, permissions: {contents: 'read' as const}}};
	const {commit, there, head} = await committing(start, {tokens});
	const remedy = expect.stringContaining('contents: write.');
	for (const files of [change, large]) {
		expect(await commit(files)).toMatchObject({kind: 'denied', failure: {code: 'forbidden', remedy}});
	}
	expect(there()).toBe(head);
});

test('workflow files need a permission of their own', async () => {
	const path = '.github/workflows/ci.yml';
	const workflow = edit(path, 'on: push\n');
	const files = {...start, [path]: {content: ''}};
	const {commit, there, head} = await committing(files);
	const line =
		'refusing to allow a Personal Access Token to create or update workflow `.github/workflows/ci.yml` without `workflow` scope';
	for (const changes of [[workflow], [workflow, ...large]]) {
		expect(await commit(changes)).toEqual({kind: 'workflow', lines: [line]});
	}
	expect(there()).toBe(head);
	const allowed = await committing(files, {tokens: {[goodToken]: {login: 'octocat', scopes: ['repo', 'workflow']}}});
	expect(await allowed.commit([workflow])).toMatchObject({kind: 'made'});
});

test('a commit that is there counts, whatever else is missing in the answer', async () => {
	const {commit, server, there} = await committing(start);
	server.faults.on(
		'CreateCommit',
		fault.missing(['createCommitOnBranch', 'commit', 'signature'], {message: 'Timeout'}),
	);
	expect(await commit(change)).toMatchObject({kind: 'made', oid: there(), isSigned: false});
});

test('a branch or a repository that is gone is not made again', async () => {
	const {commit, server} = await committing(start);
	for (const files of [change, large]) {
		expect(await commit(files, {branch: 'gone'})).toEqual({kind: 'gone'});
		expect(await commit(files, {repository: 'octo/gone'})).toEqual({kind: 'gone'});
	}
	expect(server.writes).toEqual([]);
});

test.each(['Reference update failed', 'Something is wrong with it'])(
	'a rejection (%s) of a branch that moved is stale',
	async message => {
		const {commit, server, moveThere} = await committing(start);
		const moved = moveThere();
		server.faults.on('MoveBranch', fault.errors({type: 'UNPROCESSABLE', message}));
		expect(await commit(large)).toEqual({kind: 'stale', head: moved});
	},
);

test('a tree that is not the planned one is not committed', async () => {
	const {commit, there, head} = await committing(start);
	const end = await commit(large, {tree: 'a'.repeat(40)});
	expect(end).toMatchObject({kind: 'rejected', failure: {code: 'other-tree'}});
	expect(there()).toBe(head);
});

test('what GitHub rejects is returned in its words', async () => {
	const {commit, server, sent} = await committing(start);
	server.faults.on('MoveBranch', fault.errors({type: 'UNPROCESSABLE', message: 'Reference update failed'}));
	expect(await commit(large)).toMatchObject({
		kind: 'rejected',
		failure: {message: expect.stringContaining('Reference update failed')},
	});
	expect(sent()).toEqual([...byParts, 'BranchHistory']);
});

test.each<[string, FileChange[], object]>([
	['no change', [], {}],
	['the same file twice', [...change, ...change], {}],
	['a path out of the repository', [edit('../x', '')], {}],
	['a path of git', [edit('sub/.git/config', '')], {}],
	['no head', change, {expected: ''}],
])('%s is refused before anything is sent', async (_, files, more) => {
	const {publisher, order, sent} = await committing(start);
	await expect(publisher.commit({...order([]), files, ...more})).rejects.toThrow(/^a commit /);
	expect(sent()).toEqual([]);
});

test('a commit waits for its turn among the other writes, and for limits', async () => {
	const {commit, server, there, waits, publisher, data} = await committing(start);
	await publisher.write({kind: 'comment', pullRequest: data.id, comment: null, body: 'x'});
	server.faults.on('CreateCommit', fault.secondaryLimit({retryAfter: 30}));
	expect(await commit(change)).toMatchObject({kind: 'made', oid: there()});
	const [comment, made] = server.writes;
	expect(made!.at - comment!.at).toBeGreaterThanOrEqual(31_000);
	expect(waits).toEqual([{reason: 'secondary rate limit', ms: 30_000}]);
});

test('the limit on writes stops a commit, with the time when writing may go on', async () => {
	const {commit, server, clock, there, head} = await committing(start);
	server.faults.on('CreateCommit', ...Array.from({length: 4}, () => fault.secondaryLimit({retryAfter: 90})));
	expect(await commit(change)).toMatchObject({kind: 'limited', until: clock.now() + 90_000});
	server.faults.on('POST git/blobs', ...Array.from({length: 9}, () => fault.secondaryLimit({retryAfter: 90})));
	expect(await commit(large)).toMatchObject({kind: 'limited', failure: {code: 'rate-limited'}});
	expect(there()).toBe(head);
});

test('parts that fail for the moment are sent again', async () => {
	const {commit, server, there, count} = await committing(start);
	server.faults.on('POST git/blobs', fault.cut(), fault.html(502));
	server.faults.on('POST git/commits', fault.cut());
	expect(await commit(large)).toMatchObject({kind: 'made', oid: there()});
	expect(count()).toBe(2);
});

test('commits are a chain, each on the one before', async () => {
	const {commit, order, publisher, there, git, head} = await committing(start);
	const first = order(change);
	await publisher.commit(first);
	const oid = there();
	const second = await commit(change, {expected: oid, tree: git('rev-parse', `${oid}^{tree}`)});
	expect(second).toMatchObject({kind: 'made', oid: there()});
	expect(git('log', '--format=%P', 'feature/limits')).toBe(`${oid}\n${head}`);
});

test('an interruption lets a commit that is on its way end, and begins no other', async () => {
	const {order, server, there, clock} = await committing(start);
	const user = new AbortController();
	const world = {...clock, cwd: '/', env: server.env, fetch, signal: user.signal, log: () => {}};
	const argument = {argument: '7', pr: null, owner: null, repo: 'octo/app'};
	const connection = openConnection(argument, noClone, world, () => {});
	const publisher = await connection.publisher({owner: 'octo', name: 'app', number: 7});
	server.faults.on(
		'CreateCommit',
		fault.meanwhile(() => user.abort(new Error('interrupted'))),
	);
	const planned = order(change);
	expect(await publisher.commit(planned)).toMatchObject({kind: 'made', oid: there()});
	await expect(publisher.commit({...planned, expected: there()})).rejects.toThrow('interrupted');
	expect(server.writes).toHaveLength(1);
});
