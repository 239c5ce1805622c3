import fc from 'fast-check';
import {expect, test} from 'vitest';
import {ownLimits} from '../../source/code-host/write-limits.ts';
import {estimateTurns, partOf, type WriteRule} from '../../source/code-host/write-rule.ts';
import {writeRule} from '../../source/github/publish/pace.ts';
import {mostWithin} from '../helpers/most-writes.ts';

const rules: fc.Arbitrary<WriteRule> = fc
	.record({
		spacingMs: fc.nat(3),
		short: fc.record({ms: fc.integer({min: 1, max: 20}), most: fc.integer({min: 1, max: 6})}),
		long: fc.record({ms: fc.integer({min: 20, max: 100}), most: fc.integer({min: 1, max: 12})}),
	})
	.map(({spacingMs, short, long}) => ({spacingMs, windows: [short, long]}));

test('whoever takes turns, and whenever: no window has too many, none comes before an earlier one, and none is lost', async () => {
	await fc.assert(
		fc.asyncProperty(rules, fc.array(fc.nat(30), {minLength: 1, maxLength: 80}), async (rule, pauses) => {
			let now = 0;
			const {take} = ownLimits(() => now);
			const turns: number[] = [];
			for (const pause of pauses) {
				now += pause;
				const turn = now + (await take(rule));
				// As soon as all windows allow it.
				const before = Math.max(now, (turns.at(-1) ?? -rule.spacingMs) + rule.spacingMs);
				const isFree = (ms: number) => rule.windows.every(one => mostWithin([...turns, ms], one.ms) <= one.most);
				expect([turn >= before, isFree(turn), turn === before || !isFree(turn - 1)]).toEqual([true, true, true]);
				turns.push(turn);
			}
		}),
	);
});

test('the parts of a rule are never more than the rule, and each of them can write', () => {
	fc.assert(
		fc.property(fc.integer({min: 1, max: 256}), share => {
			const {windows} = partOf(writeRule, share);
			const whole = new Map(writeRule.windows.map(({ms, most}) => [ms, most]));
			for (const {ms, most} of windows) expect(most * share).toBeLessThanOrEqual(whole.get(ms)!);
			expect(windows.at(-1)).toMatchObject({ms: writeRule.windows.at(-1)!.ms});
			expect(Math.min(...windows.map(({most}) => most))).toBeGreaterThan(0);
		}),
	);
});

test.each([
	[1, 240, 239],
	[8, 60, 359],
	[8, 61, 3610],
	[100, 5, 3610],
	[256, 2, 3610],
])('with a share of 1/%i, %i writes take %i seconds', (share, writes, seconds) => {
	expect(estimateTurns(partOf(writeRule, share), writes)).toBe(seconds * 1000);
});
