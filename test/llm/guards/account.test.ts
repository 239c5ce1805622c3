import fc from 'fast-check';
import {expect, test} from 'vitest';
import {
	type Account,
	alertLevelOf,
	bookMoney,
	isWithinLimit,
	mayReserve,
	neverFits,
	openAccount,
	reservedOf,
	settledOf,
} from '../../../source/llm/guards/account.ts';
import type {Sums} from '../../../source/llm/guards/ledger.ts';

const none: Sums = {settled: 0, reserved: 0};
const account = (own: Partial<Sums>, others: Partial<Sums> = {}, rest: Partial<Account> = {}): Account => ({
	limit: 100,
	own: {...none, ...own},
	others: {...none, ...others},
	isStale: false,
	...rest,
});

test.each([
	[{reserved: 30}, account({settled: 10, reserved: 50})],
	[{reserved: -20}, account({settled: 10, reserved: 0})],
	[{reserved: -20, settled: 15}, account({settled: 25, reserved: 0})],
] as const)('%o', (money, after) => {
	expect(bookMoney(account({settled: 10, reserved: 20}), money)).toEqual(after);
});

test('reserves to the last unit, and beyond what others held only while that is in doubt', () => {
	const full = account({settled: 20}, {settled: 30, reserved: 40});
	expect([mayReserve(full, 10), mayReserve(full, 11)]).toEqual([true, false]);
	expect([neverFits(full, 50), neverFits(full, 51)]).toEqual([false, true]);
	const inDoubt = {...full, isStale: true};
	expect([mayReserve(inDoubt, 80), mayReserve(inDoubt, 81)]).toEqual([true, false]);
});

test.each([
	[79, 'low'],
	[80, 'high'],
	[100, 'high'],
	[101, 'over'],
] as const)('%d of 100 settled is %s', (settled, level) => {
	expect(alertLevelOf(account({settled}))).toBe(level);
});

test('an unused budget of 0 and an infinite one give no warning', () => {
	expect(alertLevelOf(openAccount(0, none))).toBe('low');
	expect(alertLevelOf(openAccount(Number.POSITIVE_INFINITY, {settled: 1e12, reserved: 0}))).toBe('low');
});

const move = fc.record({
	run: fc.nat(3),
	do: fc.constantFrom('begin', 'begin', 'write', 'look', 'settle', 'expire'),
	amount: fc.integer({min: 1, max: 60}),
	part: fc.double({min: 0, max: 1, noNaN: true}),
});

/** One run: its account, what the ledger has of it, and the one reservation that it is about to make. */
type Run = {account: Account; written: Sums; trying: {amount: number; isWritten: boolean} | null; held: number[]};

test('under any interleaving of runs that reserve, look, release and settle: never over the limit', () =>
	fc.assert(
		fc.property(
			fc.integer({min: 0, max: 200}),
			fc.integer({min: 1, max: 4}),
			fc.array(move, {maxLength: 200, size: 'max'}),
			(limit, count, moves) => {
				const runs = Array.from({length: count}, (): Run => {
					return {account: openAccount(limit, none), written: none, trying: null, held: []};
				});
				const sumOf = (of: readonly Run[], name: keyof Sums) => of.reduce((sum, run) => sum + run.written[name], 0);
				const write = (run: Run) => {
					run.written = run.account.own;
				};
				for (const {run: at, do: what, amount, part} of moves) {
					const run = runs[at % count]!;
					const book = (money: Parameters<typeof bookMoney>[1]) => {
						run.account = bookMoney(run.account, money);
					};
					const others = runs.filter(other => other !== run);
					if (what === 'begin' && !run.trying && mayReserve(run.account, amount)) {
						book({reserved: amount});
						run.trying = {amount, isWritten: false};
					} else if (what === 'write' && run.trying) {
						write(run);
						run.trying.isWritten = true;
					} else if (what === 'look' && run.trying?.isWritten) {
						const seen = {settled: sumOf(others, 'settled'), reserved: sumOf(others, 'reserved')};
						run.account = {...run.account, others: seen, isStale: false};
						if (isWithinLimit(run.account)) run.held.push(run.trying.amount);
						else {
							book({reserved: -run.trying.amount});
							write(run);
						}
						run.trying = null;
					} else if (what === 'settle' && run.held.length > 0) {
						const reserved = run.held.shift()!;
						book({settled: Math.floor(reserved * part), reserved: -reserved});
						write(run);
					} else if (what === 'expire') run.account = {...run.account, isStale: true};

					const held = runs.flatMap(each => each.held).reduce((sum, each) => sum + each, 0);
					const settled = runs.reduce((sum, each) => sum + each.account.own.settled, 0);
					expect(settled + held).toBeLessThanOrEqual(limit);
					const own = run.held.reduce((sum, each) => sum + each, run.trying?.amount ?? 0);
					expect(run.account.own.reserved).toBe(own);
				}
			},
		),
		{numRuns: 300},
	));

test('one run alone: what may be reserved fits, and what is given back is free again', () =>
	fc.assert(
		fc.property(fc.integer({min: 0, max: 200}), fc.array(move, {maxLength: 100, size: 'max'}), (limit, moves) => {
			let alone = openAccount(limit, none);
			const held: number[] = [];
			for (const {do: what, amount, part} of moves) {
				if (what === 'begin') {
					const fits = settledOf(alone) + reservedOf(alone) + amount <= limit;
					expect(mayReserve(alone, amount)).toBe(fits);
					if (!fits) continue;
					alone = bookMoney(alone, {reserved: amount});
					held.push(amount);
				} else if (held.length > 0) {
					const reserved = held.pop()!;
					const before = settledOf(alone);
					const cost = Math.floor(reserved * part);
					alone = bookMoney(alone, {settled: what === 'settle' ? cost : 0, reserved: -reserved});
					expect(settledOf(alone)).toBe(what === 'settle' ? before + cost : before);
				}
				expect(isWithinLimit(alone)).toBe(true);
				expect(reservedOf(alone)).toBe(held.reduce((sum, each) => sum + each, 0));
			}
		}),
		{numRuns: 300},
	));
