import fc from 'fast-check';
import {expect, test} from 'vitest';
import {openAllowance} from '../../../source/worktree/syntax/checker.ts';

test('whatever is looked at in whatever order: a file costs at most twice its time-out and a look, a run a bounded time and a short look per file', () => {
	const property = fc.property(fc.array(fc.nat({max: 30}), {maxLength: 300}), files => {
		const timeoutMs = 1000;
		const allowance = openAllowance(timeoutMs);
		const costs = new Map<number, number>();
		for (const file of files) {
			const ms = allowance.of(`${file}`);
			if (ms === 0) continue;
			allowance.spend(`${file}`, ms);
			costs.set(file, (costs.get(file) ?? 0) + ms);
		}
		for (const cost of costs.values()) expect(cost).toBeLessThanOrEqual(2.2 * timeoutMs);
		const all = [...costs.values()].reduce((sum, cost) => sum + cost, 0);
		expect(all).toBeLessThanOrEqual(Math.max(12, files.length) * 2.2 * timeoutMs);
		// No file uses up what another one needs.
		expect(allowance.of('another')).toBeGreaterThan(0);
	});
	fc.assert(property);
});
