import {setImmediate} from 'node:timers/promises';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {Stop} from '../../../source/llm/guard.ts';
import type {Reservation} from '../../../source/llm/guards/budget.ts';
import {openEntries} from '../../../source/llm/guards/entries.ts';
import {type Ledger, ownLedger, type Sums} from '../../../source/llm/guards/ledger.ts';
import {failureOf, never} from './model.ts';
import {createPatientBudget} from './patient-budget.ts';
import {virtualClock} from './virtual-clock.ts';

function budgetOf(limitUsd: number) {
	const lines: string[] = [];
	const log = (level: string, message: string) => lines.push(`${level} ${message}`);
	const budget = createPatientBudget({limitUsd, ledger: ownLedger, clock: virtualClock(), log, onChange: () => {}});
	return {budget, lines};
}

test('a reservation that does not fit waits for others to settle', async () => {
	const {budget} = budgetOf(1);
	const first = await budget.reserve(0.6, never);
	let isIn = false;
	const second = budget.reserve(0.6, never).then(reservation => {
		isIn = true;
		return reservation;
	});
	await setImmediate();
	expect(isIn).toBe(false);
	expect(budget.state).toEqual({limitUsd: 1, settledUsd: 0, reservedUsd: 0.6, isShared: false});
	await first.settle(0.1);
	await (await second).settle(0.2);
	expect(budget.state.settledUsd).toBeCloseTo(0.3, 9);
	expect(budget.state.reservedUsd).toBe(0);
});

test('a reservation that can never fit is refused with its amount', async () => {
	const {budget, lines} = budgetOf(5);
	await (await budget.reserve(3, never)).settle(3);
	const held = await budget.reserve(1, never);
	const stop = await failureOf(budget.reserve(2.5, never));
	const message = 'LLM cost budget exceeded: $3.00 of $5.00 used, $1.00 held, and the next request can cost $2.50';
	expect(stop).toBeInstanceOf(Stop);
	expect(stop).toMatchObject({guard: 'budget', message});
	expect(lines).toEqual([`ERROR ${message}`]);
	await failureOf(budget.admit(2.5));
	expect(lines).toHaveLength(1);
	await budget.admit(1);
	await held.settle(0);
	await (await budget.reserve(2, never)).settle(2);
	expect(budget.state.settledUsd).toBe(5);
});

test.each([
	[0.001, 0.0011, 'LLM cost budget exceeded: $0.00 of $0.001 used, and the next request can cost $0.0011'],
	[0, 0.00000123, 'LLM cost budget exceeded: $0.00 of $0.00 used, and the next request can cost $0.0000012'],
	[5, 5.000001, 'LLM cost budget exceeded: $0.00 of $5.00 used, and the next request can cost $5.000001'],
])('a budget of %d that is too small for one request (%d) says so at once', async (limitUsd, cost, message) => {
	const {budget} = budgetOf(limitUsd);
	const remedy = expect.stringContaining('too small for one request: nothing was sent');
	expect(await failureOf(budget.admit(cost))).toMatchObject({message, remedy});
});

test('the warning comes once, when 80 % were charged, and names apart what is held', async () => {
	const {budget, lines} = budgetOf(5);
	const held = await budget.reserve(0.35, never);
	await (await budget.reserve(4.5, never)).settle(3.99);
	expect(lines).toEqual([]);
	await (await budget.reserve(0.5, never)).settle(0.02);
	await held.settle(0.3);
	expect(lines).toEqual(['WARNING LLM cost budget warning: $4.01 of $5.00 used (80%), $0.35 held']);
});

test('tenths of a dollar add up to a dollar', async () => {
	const {budget} = budgetOf(1);
	for (let time = 0; time < 10; time++) await (await budget.reserve(0.1, never)).settle(0.1);
	expect(budget.state.settledUsd).toBe(1);
	await failureOf(budget.reserve(0.000000001, never));
});

test('a cost above its reservation and the budget is reported at once and stops the run', async () => {
	const {budget, lines} = budgetOf(1);
	await (await budget.reserve(0.5, never)).settle(0.6);
	expect(lines).toEqual([]);
	await (await budget.reserve(0.3, never)).settle(0.5);
	expect(lines.at(-1)).toBe('ERROR LLM cost budget exceeded: $1.10 of $1.00 used');
	for (const cost of [0, 0.01]) expect(await failureOf(budget.admit(cost))).toBeInstanceOf(Stop);
	expect(await failureOf(budget.reserve(0.01, never))).toBeInstanceOf(Stop);
	expect(lines.filter(line => line.startsWith('ERROR'))).toHaveLength(1);
});

test('an infinite budget accepts everything without a warning', async () => {
	const {budget, lines} = budgetOf(Number.POSITIVE_INFINITY);
	await (await budget.reserve(1e6, never)).settle(1e6);
	expect(lines).toEqual([]);
});

test('an abort ends the waiting, and those behind go on', async () => {
	const {budget} = budgetOf(1);
	const held = await budget.reserve(0.9, never);
	const stop = new AbortController();
	const waiting = failureOf(budget.reserve(1, stop.signal));
	const behind = budget.reserve(0.1, never);
	await setImmediate();
	stop.abort('called off');
	expect(await waiting).toBe('called off');
	await (await behind).settle(0);
	await held.settle(0);
	expect(budget.state).toMatchObject({settledUsd: 0, reservedUsd: 0});
});

/** Amounts in thousandths of a dollar; what is really spent is a part of it. */
const job = fc.record({amount: fc.integer({min: 1, max: 300}), part: fc.integer({min: 0, max: 100}), turns: fc.nat(4)});

test('under any schedule of many workers: never over, all goes on, and stops only where nothing fits', () =>
	fc.assert(
		fc.asyncProperty(
			fc.integer({min: 0, max: 2000}),
			fc.integer({min: 1, max: 64}),
			fc.array(job, {maxLength: 120, size: 'max'}),
			async (limit, workers, jobs) => {
				const {budget} = budgetOf(limit / 1000);
				const queue = jobs.values();
				let held = 0;
				let spent = 0;
				const refused: number[] = [];
				const work = async () => {
					for (const {amount, part, turns} of queue) {
						const got: Reservation | Stop = await budget.reserve(amount / 1000, never).catch(error => error);
						if (got instanceof Stop) {
							refused.push(amount);
							expect(spent + amount).toBeGreaterThan(limit);
							continue;
						}
						held += amount;
						expect(spent + held).toBeLessThanOrEqual(limit + 1e-9);
						for (let turn = 0; turn < turns; turn++) await setImmediate();
						held -= amount;
						spent += (amount * part) / 100;
						await got.settle((amount * part) / 100_000);
					}
				};
				await Promise.all(Array.from({length: workers}, work));
				expect(budget.state.reservedUsd).toBe(0);
				expect(budget.state.settledUsd).toBeCloseTo(spent / 1000, 6);
				for (const amount of refused) expect(limit - spent).toBeLessThan(amount);
			},
		),
		{numRuns: 100},
	));

test('a long wait for what other runs hold is told once', async () => {
	let reserved = 700_000_000;
	const others = async () => ({settled: 0, reserved});
	const reserve = async (_: string, amount: number) => ({isHeld: reserved + amount <= 1e9, others: await others()});
	const page = {others, reserve, settle: async () => {}};
	const clock = virtualClock();
	const lines: string[] = [];
	const log = (level: string, message: string) => lines.push(`${level} ${message}`);
	const ledger = {...ownLedger, page: async () => page};
	const budget = createPatientBudget({limitUsd: 1, ledger, clock, log, onChange: () => {}});
	const tell = async (seconds: number) => {
		const [held, second] = [budget.reserve(0.6, never), budget.reserve(0.6, never)];
		await clock.run(clock.sleep(seconds * 1000));
		const told = lines.splice(0);
		reserved = 0;
		await (await clock.run(held)).settle(0);
		await (await clock.run(second)).settle(0);
		reserved = 700_000_000;
		return told;
	};
	const told = ['WARNING Waiting for other runs, which hold $0.70 of the budget.'];
	expect([await tell(10), await tell(60), await tell(60)]).toEqual([[], told, told]);
});

const none: Sums = {settled: 0, reserved: 0};

/** A ledger of several runs, each of whose steps takes so many turns of the event loop as the schedule says. */
function slowLedger(pages: Map<string, Sums>, run: string, pause: () => Promise<unknown>): Ledger {
	let last: Promise<unknown> = Promise.resolve();
	const write = (own: Sums) => {
		const sums = {...own};
		last = last.then(pause).then(() => pages.set(run, sums));
		return last.then(() => {});
	};
	const page = openEntries({
		write,
		async others() {
			const sum = {...none};
			for (const other of [...pages.keys()].filter(name => name !== run)) {
				await pause();
				sum.settled += pages.get(other)!.settled;
				sum.reserved += pages.get(other)!.reserved;
			}
			return sum;
		},
	});
	return {...ownLedger, page: async () => page};
}

test('under any interleaving of runs that share a ledger: never over, and nothing that fits is left', () =>
	fc.assert(
		fc.asyncProperty(
			fc.integer({min: 100, max: 1500}),
			fc.array(fc.array(job, {minLength: 1, maxLength: 15, size: 'max'}), {minLength: 2, maxLength: 4}),
			fc.infiniteStream(fc.nat(3)),
			async (limit, runs, turns) => {
				const pages = new Map(runs.map((_, run) => [String(run), none]));
				const rest = async (count: number) => {
					for (let turn = 0; turn < count; turn++) await setImmediate();
				};
				const pause = () => rest(turns.next().value);
				let held = 0;
				let spent = 0;
				const runOne = async (jobs: (typeof runs)[number], run: number) => {
					const clock = {...virtualClock(), sleep: pause};
					const ledger = slowLedger(pages, String(run), pause);
					const budget = createPatientBudget({
						limitUsd: limit / 1000,
						ledger,
						clock,
						log: () => {},
						onChange: () => {},
					});
					const queue = jobs.values();
					const work = async () => {
						for (const {amount, part, turns} of queue) {
							const got: Reservation | Stop = await budget.reserve(amount / 1000, never).catch(error => error);
							if (got instanceof Stop) {
								expect(spent + amount).toBeGreaterThan(limit - 1e-6);
								continue;
							}
							held += amount;
							expect(spent + held).toBeLessThanOrEqual(limit + 1e-6);
							await rest(turns);
							held -= amount;
							spent += (amount * part) / 100;
							await got.settle((amount * part) / 100_000);
						}
					};
					await Promise.all([work(), work()]);
				};
				await Promise.all(runs.map(runOne));
				expect(held).toBe(0);
			},
		),
		{numRuns: 60},
	));

test.each([
	['that is under way', async () => {}, ['settled', 'closed']],
	['that never ends, but not for long', () => new Promise<never>(() => {}), ['closed']],
])('closing waits for a settlement %s', async (_, settled, expected) => {
	const clock = virtualClock();
	const events: string[] = [];
	const page = {
		...(await ownLedger.page()),
		async settle() {
			await settled();
			events.push('settled');
		},
	};
	const ledger = {isShared: true, page: async () => page, close: async () => void events.push('closed')};
	const budget = createPatientBudget({limitUsd: 1, ledger, clock, log: () => {}, onChange: () => {}});
	const held = await budget.reserve(0.5, never);
	const closed = budget.close();
	void held.settle(0.1);
	await clock.run(closed);
	expect(events).toEqual(expected);
});

test('a ledger that cannot be closed is a warning', async () => {
	const lines: string[] = [];
	const log = (level: string, message: string) => lines.push(`${level} ${message}`);
	const close: Ledger['close'] = async () => {
		throw new Error('the folder is gone');
	};
	const ledger = {...ownLedger, close};
	const budget = createPatientBudget({limitUsd: 5, ledger, clock: virtualClock(), log, onChange: () => {}});
	await (await budget.reserve(1, never)).settle(1);
	await budget.close();
	expect(lines).toEqual([expect.stringMatching(/^WARNING .*ledger: the folder is gone$/)]);
});
