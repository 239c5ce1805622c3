import {truncate, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {fetchPullRequest} from '../../source/github/pull-request.ts';
import {formatRecording, loadRecording, parseRecording} from '../../source/github/recording.ts';
import {bot, pullRequest} from '../emulators/github/data.ts';
import {newFolder} from '../helpers/folders.ts';
import {bodiesOf, connect, gitHub, octoApp} from './connect.ts';

const rest = {
	id: 1900,
	path: 'src/a.ts',
	body: 'Change this.',
	line: 8,
	start_line: 7,
	original_line: 5,
	original_start_line: 4,
	side: 'RIGHT',
	start_side: 'RIGHT',
	subject_type: 'line',
	diff_hunk: '@@ -1,4 +1,5 @@\n a',
	commit_id: 'c1',
	original_commit_id: 'c0',
	user: {login: 'coderabbitai[bot]', type: 'Bot'},
	author_association: 'NONE',
	created_at: '2026-01-01T00:00:00Z',
	updated_at: '2026-01-02T00:00:00Z',
	html_url: 'https://git.example.org/octo/app/pull/12#discussion_r1900',
};

const read = (value: unknown) => parseRecording(JSON.stringify(value), 'review.json');

test('a REST list becomes a pull request', () => {
	const result = read([rest]);
	expect(result).toMatchObject({
		host: 'git.example.org',
		owner: 'octo',
		repo: 'app',
		number: 12,
		url: 'https://git.example.org/octo/app/pull/12',
		source: {kind: 'recording'},
		files: null,
		reviews: [],
		comments: [],
		completeness: {pages: 0, incomplete: [], notInApi: [expect.stringMatching(/review bodies.*issue comments/)]},
	});
	expect(result.reviewThreads).toEqual([
		{
			id: null,
			path: 'src/a.ts',
			line: 8,
			startLine: 7,
			originalLine: 5,
			originalStartLine: 4,
			diffSide: 'new',
			startDiffSide: 'new',
			subjectType: 'lines',
			isResolved: false,
			isOutdated: false,
			comments: [
				{
					id: '1900',
					nodeId: null,
					body: 'Change this.',
					author: {login: 'coderabbitai', isBot: true},
					authorAssociation: {name: 'NONE', isRole: false},
					url: rest.html_url,
					createdAt: rest.created_at,
					updatedAt: rest.updated_at,
					isMinimized: false,
					minimizedReason: null,
					state: 'submitted',
					diffHunk: rest.diff_hunk,
					commit: 'c1',
					originalCommit: 'c0',
					replyTo: null,
				},
			],
		},
	]);
});

test('an empty list is a pull request without comments', () => {
	expect(read([])).toMatchObject({reviewThreads: [], owner: null, number: null, url: null, host: 'github.com'});
});

test('the address can come from pull_request_url; lists of several pull requests have no number', () => {
	const pull_request_url = 'https://api.github.com/repos/octo/app/pulls/3';
	expect(read([{...rest, html_url: null, pull_request_url}])).toMatchObject({host: 'github.com', number: 3});
	const other = {...rest, id: 2, html_url: rest.html_url.replace('/12', '/13')};
	expect(read([rest, other])).toMatchObject({owner: 'octo', repo: 'app', number: null, url: null});
});

test('answers are grouped with what they answer, in whatever order and chain they come', () => {
	const comments = [
		{...rest, id: 3, body: 'second answer', in_reply_to_id: 2},
		{...rest, id: 1, body: 'opens'},
		{...rest, id: 2, body: 'first answer', in_reply_to_id: 1},
		{...rest, id: 9, body: 'another thread', path: 'b.ts'},
	];
	expect(bodiesOf(read(comments))).toEqual([['opens', 'second answer', 'first answer'], ['another thread']]);
});

test('an answer to a comment that is missing is kept as a thread of its own', () => {
	const {reviewThreads} = read([{...rest, id: 5, in_reply_to_id: 4}]);
	expect(reviewThreads).toMatchObject([{path: 'src/a.ts', line: 8, comments: [{id: '5', replyTo: '4'}]}]);
});

test('a circle and a very long chain of answers end, and lose nothing', () => {
	const circle = [
		{...rest, id: 1, in_reply_to_id: 2},
		{...rest, id: 2, in_reply_to_id: 1},
	];
	expect(bodiesOf(read(circle)).flat()).toHaveLength(2);
	const chain = Array.from({length: 20_000}, (_, index) => ({...rest, id: index + 1, in_reply_to_id: index || null}));
	expect(bodiesOf(read(chain.reverse())).map(bodies => bodies.length)).toEqual([20_000]);
});

test.each([
	['line null: outdated', {line: null, start_line: null}, {line: null, originalLine: 5, isOutdated: true}],
	[
		'a comment on the file has no lines',
		{subject_type: 'file', line: 1, original_line: 1},
		{subjectType: 'file', line: null, originalLine: null, startLine: null, isOutdated: false},
	],
	['the old side', {side: 'LEFT'}, {diffSide: 'old'}],
	[
		'an old comment with positions only gets its line from the hunk',
		{
			...{line: undefined, start_line: undefined, original_line: undefined, original_start_line: undefined},
			...{side: undefined, position: 4, original_position: 4, commit_id: 'c0'},
			diff_hunk: '@@ -10,3 +20,4 @@ function f() {\n a\n-b\n+c\n+d',
		},
		{line: 22, originalLine: 22, diffSide: 'new', isOutdated: false},
	],
	[
		'one of them that is outdated, on a deleted line',
		{
			...{line: undefined, start_line: undefined, original_line: undefined, original_start_line: undefined},
			...{side: undefined, position: null},
			diff_hunk: '@@ -10,3 +20,2 @@\n a\n-b',
		},
		{line: null, originalLine: 11, diffSide: 'old', isOutdated: true},
	],
	[
		'no lines and no hunk',
		{line: null, start_line: null, original_line: null, original_start_line: null, diff_hunk: null},
		{line: null, originalLine: null, isOutdated: false},
	],
])('%s', (_, fields, expected) => {
	expect(read([{...rest, ...fields}]).reviewThreads[0]).toMatchObject(expected);
});

test('only id, path and body are needed; ids can be strings, unknown fields are ignored, users can be gone', () => {
	const [thread] = read([{id: '77', path: 'a', body: '', reactions: {total: 3}, user: null}]).reviewThreads;
	expect(thread).toMatchObject({path: 'a', line: null, diffSide: 'new', comments: [{id: '77', author: null}]});
});

test('a comment that occurs twice is one; two texts cause a warning', () => {
	expect(read([rest, rest]).reviewThreads).toHaveLength(1);
	const twice = read([rest, {...rest, body: 'Edited.'}]);
	expect(bodiesOf(twice)).toEqual([['Edited.']]);
	expect(twice.completeness.incomplete).toEqual([expect.stringContaining('1900')]);
});

test('a body of a million bytes is read', () => {
	const body = 'x'.repeat(1_000_000);
	expect(bodiesOf(read([{...rest, body}]))).toEqual([[body]]);
});

test('a fetched pull request is written and read back as it was', async () => {
	const pull = pullRequest({author: null})
		.thread({line: 3, startLine: 2, author: bot('copilot')}, thread => thread.reply().resolve().minimize())
		.thread({}, thread => thread.onFile().pend())
		.review({state: 'APPROVED'})
		.comment({author: null})
		.file('src/a.ts', {changeType: 'RENAMED'});
	const {client} = await connect(await gitHub({pullRequests: [pull]}));
	const {commitCount: _, viewer: __, memory: ___, ...fetched} = await fetchPullRequest(client, octoApp);
	fetched.completeness.incomplete.push('Something was left out.');
	const again = parseRecording(formatRecording(fetched), 'recorded.json');
	expect(again).toEqual({...fetched, source: {kind: 'recording'}, completeness: {...fetched.completeness, pages: 0}});
});

test('what was read from a REST list survives being recorded in our format', () => {
	const result = read([rest, {...rest, id: 2, in_reply_to_id: 1900}]);
	expect(parseRecording(formatRecording(result), 'again.json')).toEqual(result);
});

test("our format takes GraphQL's connections and what people leave out", () => {
	const recording = {
		schema: 'pr-resolve/recording@1',
		pullRequest: {
			url: 'https://github.com/octo/app/pull/7',
			reviewThreads: {
				nodes: [{path: 'a.ts', line: 2, comments: {nodes: [{databaseId: 4, body: 'x', extra: 1}, null]}}],
			},
			reviews: [{id: 'R_1', body: 'y', state: 'COMMENTED', author: {login: 'copilot[bot]'}}],
		},
	};
	const result = read(recording);
	expect(result).toMatchObject({owner: 'octo', repo: 'app', number: 7, files: null, comments: []});
	expect(result.reviewThreads).toMatchObject([{path: 'a.ts', isResolved: false, comments: [{id: '4'}]}]);
	expect(result.reviews).toMatchObject([{id: 'R_1', nodeId: 'R_1', author: {login: 'copilot', isBot: true}}]);
});

test.each([
	['no JSON', '[\n  {"id": 1,}\n]', 'review.json:2:12'],
	['JSON that ends too soon', '[{"id": 1', 'review.json:1:10'],
	['nothing', '', 'review.json:1:1'],
	['another value', '"text"', 'the whole: expected object'],
	['another object', '{"data": {}}', 'schema: expected "pr-resolve/recording@1"'],
	[
		'a pull request of nothing',
		'{"schema":"pr-resolve/recording@1","pullRequest":{}}',
		'pullRequest: expected reviewThreads',
	],
	['a comment without a path', '[{"id":1,"path":"a","body":""},{"id":2,"body":""}]', '[1].path: expected string'],
	['null', 'null', 'the whole: expected object'],
	['a comment without a body', '[{"id": 1, "path": "a.txt"}]', '[0].body: expected string'],
	['a line that is none', '[{"id":1,"path":"a","body":"","line":-3}]', '[0].line: '],
	['a path that is none', '[{"id":1,"path":"","body":""}]', '[0].path: '],
	[
		'a newer format',
		'{"schema":"pr-resolve/recording@2","pullRequest":{}}',
		'schema: expected "pr-resolve/recording@1"',
	],
	[
		'a thread that is a number',
		'{"schema":"pr-resolve/recording@1","pullRequest":{"reviewThreads":[1]}}',
		'reviewThreads',
	],
	['a comment that is a number', '[7]', '[0]: expected object'],
	['a line that is no number', '[{"id":1,"path":"a","body":"","line":"3"}]', '[0].line: expected'],
	['an unknown side', '[{"id":1,"path":"a","body":"","side":"UP"}]', '[0].side: expected "LEFT" or "RIGHT"'],
	[
		'a thread comment without an id',
		'{"schema":"pr-resolve/recording@1","pullRequest":{"reviewThreads":[{"path":"a","comments":[{"body":""}]}]}}',
		'pullRequest.reviewThreads[0].comments[0].fullDatabaseId',
	],
])('%s is refused with the place and what is accepted', (_, text, place) => {
	expect(() => parseRecording(text, 'review.json')).toThrow(
		expect.objectContaining({
			kind: 'usage',
			code: 'bad-recording',
			message: expect.stringMatching(/review\.json.*/),
			remedy: expect.stringMatching(/pr-resolve\/recording@1.*pulls\/\{number\}\/comments/),
		}),
	);
	expect(() => parseRecording(text, 'review.json')).toThrow(place);
});

const thread = {path: 'a.ts', line: 2, comments: [{databaseId: 4, body: 'x'}]};
const page = (nodes: unknown[], fields: object) => ({nodes, ...fields});
const empty = {reviews: [], comments: []};

test.each<[string, object, string[], string[]?]>([
	['a whole', {reviewThreads: [thread], ...empty}, []],
	[
		'the first of several pages',
		{...empty, reviewThreads: page([], {totalCount: 99, pageInfo: {hasNextPage: true}})},
		['only 0 of 99 review threads'],
	],
	[
		'a page with more behind it',
		{...empty, reviewThreads: page([thread], {pageInfo: {hasNextPage: true}})},
		['only some'],
	],
	[
		'a page with more before it',
		{reviewThreads: [], reviews: [], comments: page([], {pageInfo: {hasNextPage: false, hasPreviousPage: true}})},
		['only some of the issue comments'],
	],
	[
		'a thread with more comments',
		{...empty, reviewThreads: [{...thread, comments: page(thread.comments, {totalCount: 3})}]},
		['only 1 of 3 comments of the thread on a.ts'],
	],
	['threads that were not sent', {...empty, reviewThreads: null}, ['is missing the review threads']],
	['nodes that were not sent', {...empty, reviewThreads: {nodes: null}}, ['is missing the review threads']],
	['a comment that was not sent', {...empty, reviewThreads: [{...thread, comments: [null]}]}, ['only 0 of 1 comments']],
	['no threads', {reviews: [], comments: []}, ['is missing the review threads']],
	[
		'threads alone',
		{reviewThreads: [thread]},
		[],
		['does not include the reviews', 'does not include the issue comments'],
	],
	[
		'a part of the files',
		{reviewThreads: [], ...empty, files: page([], {totalCount: 1})},
		['only 0 of 1 changed files'],
	],
])('%s says so of itself', (_, pullRequest, incomplete, notInApi = []) => {
	const {completeness} = read({schema: 'pr-resolve/recording@1', pullRequest});
	expect(completeness).toEqual({
		pages: 0,
		incomplete: incomplete.map(text => expect.stringContaining(text)),
		notInApi: notInApi.map(text => expect.stringContaining(text)),
	});
});

test('the pages that gh writes are one list', () => {
	const [first, second] = [JSON.stringify([rest]), JSON.stringify([{...rest, id: 2}])];
	for (const text of [
		`[${first},${second}]`,
		`${first}${second}`,
		`${first}\n${second}\n`,
		`[[],${second},${first}]`,
	]) {
		expect(bodiesOf(parseRecording(text, 'f')).flat()).toHaveLength(2);
	}
	expect(parseRecording('[[]]', 'f').reviewThreads).toEqual([]);
	expect(() => parseRecording(`${first}{}`, 'f')).toThrow(`f:1:${first!.length + 1}: not a recording: expected JSON`);
});

test.each([
	['{"message": "Bad credentials", "status": "401"}', '"Bad credentials"'],
	['{"data": null, "errors": [{"message": "Could not resolve"}]}', '"Could not resolve"'],
])('an answer of the code host that is an error is told as such: %s', (text, message) => {
	expect(() => parseRecording(text, 'f')).toThrow(`it contains an error from GitHub, ${message}`);
});

test('the place of a fault is where the text stops being JSON', () => {
	fc.assert(
		fc.property(fc.json(), json => {
			const column = json.length + 2;
			expect(() => parseRecording(`${json}\n @`, 'f')).toThrow('f:2:2');
			expect(() => parseRecording(`${json} @`, 'f')).toThrow(`f:1:${column}`);
		}),
	);
});

test('files: byte order marks of both encodings, and one that is not there', async () => {
	const folder = newFolder();
	const path = join(folder, 'review.json');
	const text = `\uFEFF${JSON.stringify([{...rest, body: 'für'}])}`;
	for (const encoding of ['utf8', 'utf16le'] as const) {
		await writeFile(path, text, encoding);
		expect(bodiesOf(await loadRecording(path))).toEqual([['für']]);
	}
	await expect(loadRecording(join(folder, 'no.json'), 'no.json')).rejects.toMatchObject({
		kind: 'usage',
		code: 'no-recording',
		message: 'There is no recording no.json.',
	});
});

test('a file that is larger than a text can be is refused unread', async () => {
	const folder = newFolder();
	const path = join(folder, 'large.json');
	await writeFile(path, '');
	await truncate(path, 2 ** 30);
	await expect(loadRecording(path, 'large.json')).rejects.toMatchObject({
		kind: 'usage',
		message: expect.stringMatching(/^The recording is too large: large\.json is larger than \d+ MB\.$/),
	});
});

test('a recording that is not UTF-8 is refused instead of read with other characters', async () => {
	const folder = newFolder();
	const path = join(folder, 'latin1.json');
	await writeFile(path, Buffer.from('[{"body": "caf\xe9"}]', 'latin1'));
	await expect(loadRecording(path)).rejects.toMatchObject({
		code: 'bad-recording',
		message: expect.stringContaining('UTF-8'),
	});
});
