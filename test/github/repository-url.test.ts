import fc from 'fast-check';
import {expect, test} from 'vitest';
import {parsePullRequestUrl, parseRemoteUrl} from '../../source/github/repository-url.ts';

const octo = {host: 'github.com', owner: 'octo', name: 'app.js'};

test.each([
	['https://github.com/octo/app.js.git', octo],
	['https://github.com/octo/app.js', octo],
	['https://github.com/octo/app.js/', octo],
	['https://user:secret@github.com/octo/app.js.git', octo],
	['https://www.github.com/octo/app.js', octo],
	['git@github.com:octo/app.js.git', octo],
	['github.com:octo/app.js', octo],
	['org-1234@github.com:octo/app.js.git', octo],
	['git@GitHub.com:/octo/app.js.git', octo],
	['ssh://git@github.com/octo/app.js.git', octo],
	['ssh://git@ssh.github.com:443/octo/app.js.git', octo],
	['git://github.com/octo/app.js.git', octo],
	['git+ssh://git@github.com/octo/app.js', octo],
	['https://git.example.org:8443/octo/app.js.git', {...octo, host: 'git.example.org:8443'}],
	['ssh://git@git.example.org:2222/octo/app.js.git', {...octo, host: 'git.example.org'}],
	['git@octo.ghe.com:octo/app.js.git', {...octo, host: 'octo.ghe.com'}],
	['/srv/git/app.git', null],
	['../app', null],
	['file:///srv/octo/app.git', null],
	['C:/octo/app', null],
	['https://github.com/octo', null],
	['https://git.example.org/group/sub/app.git', null],
	['', null],
])('remote %s', (url, expected) => {
	expect(parseRemoteUrl(url)).toEqual(expected);
});

const pull = {host: 'github.com', owner: 'octo', name: 'app.js', number: 12};

test.each([
	['https://github.com/octo/app.js/pull/12', pull],
	['https://github.com/octo/app.js/pull/12/', pull],
	['https://github.com/octo/app.js/pull/12/files#diff-1', pull],
	['https://github.com/octo/app.js/pull/12#discussion_r1900', pull],
	['https://github.com/octo/app.js/pull/12?w=1', pull],
	['github.com/octo/app.js/pull/12', pull],
	['https://api.github.com/repos/octo/app.js/pulls/12', pull],
	['https://git.example.org/api/v3/repos/octo/app.js/pulls/12', {...pull, host: 'git.example.org'}],
	['http://127.0.0.1:4000/octo/app.js/pull/12', {...pull, host: '127.0.0.1:4000'}],
	['https://github.com/octo/app.js/issues/12', null],
	['https://github.com/octo/app.js/pull/0', null],
	['https://github.com/octo/app.js/pull/12x', null],
	['feature/pull/12', null],
	['12', null],
])('pull request %s', (url, expected) => {
	expect(parsePullRequestUrl(url)).toEqual(expected);
});

const part = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,12}$/);

test('every spelling of a remote names the same repository', () => {
	fc.assert(
		fc.property(part, part, (owner, name) => {
			const spellings = [
				`https://github.com/${owner}/${name}`,
				`https://x:y@github.com/${owner}/${name}.git`,
				`git@github.com:${owner}/${name}.git`,
				`ssh://git@ssh.github.com:443/${owner}/${name}.git`,
			];
			for (const url of spellings) expect(parseRemoteUrl(url)).toEqual({host: 'github.com', owner, name});
		}),
	);
});

test('no text makes them throw', () => {
	fc.assert(
		fc.property(fc.string(), text => {
			parseRemoteUrl(text);
			parsePullRequestUrl(`https://${text}`);
		}),
	);
});
