import {expect, test} from 'vitest';
import {readerOf} from '../../source/commands/app.ts';

test.each([
	[true, {CR_SCREEN_READER: 'true'}, '--screen-reader'],
	[false, {CR_SCREEN_READER: 'true', TERM: 'dumb'}, 'CR_SCREEN_READER=true'],
	[false, {INK_SCREEN_READER: 'true'}, 'INK_SCREEN_READER=true'],
	[false, {CR_SCREEN_READER: 'false', TERM: 'dumb'}, 'TERM=dumb'],
	[false, {INK_SCREEN_READER: '1', TERM: 'xterm'}, null],
])('with the flag %s and the variables %o, the reason for lines is %s', (isGiven, env, reason) =>
	expect(readerOf(isGiven, env)).toBe(reason),
);
