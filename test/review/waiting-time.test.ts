import {expect, test} from 'vitest';
import {waitingTime} from '../../source/review/waiting-time.ts';

test.each([
	['Next included review available in 27 minutes', 27 * 60],
	['Please wait 12 minutes and 30 seconds before requesting another review.', 750],
	['available in 1 hour, 5 minutes', 3900],
	['Next review available in: 19 minutes', 1140],
	['available in ~2 hours', 7200],
	['You may use 5 reviews per 60 minutes; please wait 41 mins', 2460],
	['try again after 30 secs', 30],
	['Reviews paused', null],
	[`available in ${'9'.repeat(400)} hours`, null],
	['5 reviews per 60 minutes', null],
])('%s', (text, seconds) => {
	expect(waitingTime(text)).toBe(seconds === null ? null : seconds * 1000);
});
