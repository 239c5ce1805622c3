import {expect, test} from 'vitest';
import {addressedIn} from '../../../source/review/closing/addressed.ts';

test.each([
	['Thanks @ann, and @octo-org/team-a; @ann too.', ['@ann', '@octo-org/team-a'], []],
	['/retest\n  /assign @bob\nuse src/list.txt or /tmp', ['@bob'], ['/retest', '/assign']],
	['write to ann@example.com, `@import` and\n```\n@code\n/run\n```\n', [], []],
	['npm i @scope/name@1.0.0', ['@scope/name'], []],
	['nothing of it', [], []],
])('whom a text calls: %s', (text, mentions, commands) => {
	expect(addressedIn(text)).toEqual({mentions, commands});
});
