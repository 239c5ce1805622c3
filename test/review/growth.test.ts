import {expect, test} from 'vitest';
import {hostileBodies, hostileBody, readAll} from '../../bench/hostile-bodies.ts';

const short = 8_000;
const long = 64_000;

/** Processor time in milliseconds, the least of some runs: other programs do not count. */
function timeOf(run: () => void): number {
	const times = [1, 2, 3].map(() => {
		const start = process.cpuUsage();
		run();
		return process.cpuUsage(start).user / 1000;
	});
	return Math.min(...times);
}

const codeql = '## CodeQL / %\n\nfoo\n\n[Show more details](https://github.com/o/r/security/code-scanning/1)';

test.each([
	hostileBody(' ', 'a%x', null, 'comment'),
	hostileBody('![', '**Claude finished @a**\n\n## a/b.ts:1 %', null, 'comment'),
	hostileBody('\n### a/b.ts:1\n\na\n', '**Claude finished @a**\n\n## %', 'claude', 'comment'),
	hostileBody('[', codeql, null, 'comment'),
	hostileBody('\u00a0', '**<sub><sub>![P1 Badge](https://x/y)</sub></sub> %x', null, 'thread'),
	hostileBody('alt="P1"', '<img %', 'greptile-apps', 'thread'),
	hostileBody('**Suggestion:** \u2028', '%', 'qodo-merge-pro', 'thread'),
	hostileBody(' \u200b', '%', null, 'thread'),
	hostileBody('<!-- ', 'a %', null, 'review'),
	hostileBody('"![', '%', null, 'review'),
	hostileBody('*a_ ', '**%', 'coderabbitai', 'thread'),
	hostileBody('&amp;', '%', null, 'thread'),
])('$name takes time that grows with its length', ({write}) => {
	const [little, much] = [short, long].map(length => {
		const pullRequest = write(length);
		return timeOf(() => readAll(pullRequest));
	});
	// A square would make 64 of 8. What is over at once has no time to grow.
	expect(much! < 30 || much! / little! < 3 * (long / short)).toBe(true);
});

test('whatever is repeated where, its comment is read', () => {
	const some = hostileBodies().filter((_, index) => index % 7 === 0);
	for (const {write} of some) expect(() => readAll(write(400))).not.toThrow();
});
