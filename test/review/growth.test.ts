import {expect, test} from 'vitest';
import {hostileBodies, hostileBody, readAll} from '../../bench/hostile-bodies.ts';

const short = 8_000;
const long = 64_000;

/** Processor time in milliseconds, of this thread alone: the compiler and the collector have others. */
const used = () => (process.threadCpuUsage ?? process.cpuUsage)().user / 1000;

function timeOf(run: () => void): number {
	const start = used();
	run();
	return used() - start;
}

/** So many runs of each length at most. A comment that takes more time than it may needs all of them. */
const mostRuns = 12;

/**
 * Whether some work takes at most three times its share on the long text. Other programs can only add to a time, so the least
 * times of more and more runs are compared: they come closer to what the work itself takes.
 */
function growsWithLength(work: (length: number) => () => void): boolean {
	const [little, much] = [work(short), work(long)];
	let [leastLittle, leastMuch] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
	for (let runs = 0; runs < mostRuns; runs += 1) {
		leastLittle = Math.min(leastLittle, timeOf(little));
		leastMuch = Math.min(leastMuch, timeOf(much));
		// A square would make 64 of 8. What is over at once has no time to grow.
		if (leastMuch < 30 || leastMuch / leastLittle < 3 * (long / short)) return true;
	}
	return false;
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
	expect(
		growsWithLength(length => {
			const pullRequest = write(length);
			return () => readAll(pullRequest);
		}),
	).toBe(true);
});

test('work that grows with the square of the length is noticed', () => {
	const square = (length: number) => {
		const text = ' '.repeat(length / 5);
		return () => void / +x/.test(text);
	};
	expect(growsWithLength(square)).toBe(false);
});

test('whatever is repeated where, its comment is read', () => {
	const some = hostileBodies().filter((_, index) => index % 7 === 0);
	for (const {write} of some) expect(() => readAll(write(400))).not.toThrow();
});
