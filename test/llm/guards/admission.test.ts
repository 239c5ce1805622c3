import {expect, test} from 'vitest';
import {createBudget} from '../../../source/llm/guards/budget.ts';
import {admission} from '../../../source/llm/guards/reservation.ts';
import {hang, requestOf} from './model.ts';
import {virtualClock} from './virtual-clock.ts';

test('an abort ends the wait for a ledger that does not reply, and nothing is sent', async () => {
	const ledger = {isShared: true, page: () => new Promise<never>(() => {}), close: async () => {}};
	const budget = createBudget({limitUsd: 1, ledger, clock: virtualClock(), log: () => {}, onChange: () => {}});
	const nothing = {usd: 0, isUnknown: false};
	const bill = {worst: () => 0.1, of: () => nothing};
	let sent = 0;
	const ask = admission({bill, budget})((request, signal) => {
		sent += 1;
		return hang(request, signal);
	});
	const abort = new AbortController();
	const asked = ask(requestOf('a'), abort.signal);
	abort.abort('stop');
	await expect(asked).rejects.toBe('stop');
	expect(sent).toBe(0);
});
