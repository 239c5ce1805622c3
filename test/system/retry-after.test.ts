import {describe, expect, test} from 'vitest';
import {readRetryAfterMs} from '../../source/system/retry-after.ts';

describe('how long an answer asks to wait', () => {
	test.each([
		[{'retry-after': '7'}, 7000],
		[{'retry-after': '0'}, 0],
		[{'retry-after': '7', 'retry-after-ms': '120.5'}, 120.5],
		[{'retry-after-ms': 'soon', 'retry-after': '2'}, 2000],
		[{'retry-after': 'Sat, 21 Nov 2026 10:01:30 GMT', date: 'Sat, 21 Nov 2026 10:00:00 GMT'}, 90_000],
		[{'retry-after': 'Sat, 21 Nov 2026 09:00:00 GMT', date: 'Sat, 21 Nov 2026 10:00:00 GMT'}, 0],
		[{'retry-after': 'Sat, 21 Nov 2026 10:01:30 GMT'}, null],
		[{'retry-after': '-7', date: 'Sat, 21 Nov 2026 10:00:00 GMT'}, null],
		[{'retry-after': '9'.repeat(400)}, null],
		[{}, null],
	])('%o: %s', (headers, ms) => {
		expect(readRetryAfterMs(new Headers(headers as Record<string, string>))).toBe(ms);
	});
});
