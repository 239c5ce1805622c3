import {expect, test} from 'vitest';
import {goodToken} from '../../emulators/github/server.ts';
import {add, appToken, committing, edit, remove} from './committing.ts';

const start = {
	'a.txt': {content: 'one\n'},
	'bin/run': {mode: '100755', content: '#!/bin/sh\n'},
	'old.txt': {content: ''},
};

/** Every byte, but not as UTF-8. */
const allBytes = Buffer.from(Array.from({length: 512}, (_, index) => index % 256));

test('one request makes one commit: exact bytes, modes kept, message, author, signature', async () => {
	const {order, publisher, git, head, there, sent, count, modes} = await committing(start);
	const planned = order([
		edit('a.txt', allBytes),
		edit('bin/run', '#!/bin/sh\r\necho\r\n', '100755'),
		add('new/ü "x".txt', Buffer.from('\ufeffutf-16\n', 'utf16le')),
		remove('old.txt'),
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

test.each([
	['a new executable', [add('bin/new', '#!/bin/sh\n', '100755')], {'bin/new': '100755'}],
	['a file that becomes executable', [{...edit('a.txt', 'x', '100755'), modeBefore: '100644'}], {'a.txt': '100755'}],
	['a link', [add('link', 'a.txt', '120000')], {link: '120000'}],
])('%s is committed by parts', async (_, files, expected) => {
	const {order, publisher, there, modes, sent, head, git} = await committing(start);
	const planned = order(files);
	expect(await publisher.commit(planned)).toMatchObject({kind: 'made', oid: there(), via: 'git-data', isSigned: false});
	expect(modes()).toMatchObject({...expected, 'bin/run': '100755'});
	expect(git('log', '-1', '--format=%T|%P|%an|%s', there())).toBe(`${planned.tree}|${head}|octocat|Apply suggestions`);
	expect(sent()).toEqual(byParts);
});

test('what an app commits by parts is signed, and allowed on a branch that requires signatures', async () => {
	const rule = {viewerCanPush: true, requiresSignatures: true};
	const executable = [add('bin/new', '', '100755')];
	const ofApp = await committing(start, {repository: {rule}, tokens: {[goodToken]: appToken}});
	expect(await ofApp.commit(executable)).toMatchObject({kind: 'made', isSigned: true});
	expect(ofApp.git('log', '-1', '--format=%an|%cn', ofApp.there())).toBe('fixer[bot]|GitHub');
	const ofPerson = await committing(start, {repository: {rule}});
	expect(await ofPerson.commit(executable)).toEqual({kind: 'unsigned'});
	expect([ofPerson.sent(), ofPerson.there()]).toEqual([['CommitBase'], ofPerson.head]);
	expect(await ofPerson.commit([edit('a.txt', 'x')])).toMatchObject({kind: 'made', isSigned: true});
});
