// Spends from a shared budget until it is used up, and prints each cost in billionths of a dollar before it is settled.
// With `dies` it is killed at a moment that it does not choose.
import process from 'node:process';
import {setTimeout} from 'node:timers/promises';
import {storeLedger} from '../../../source/llm/guards/store-ledger.ts';
import {openStore} from '../../../source/store/store.ts';
import {createPatientBudget} from './patient-budget.ts';

const [url, limitUsd, manner] = process.argv.slice(2);
const sleep = (ms, signal) => setTimeout(ms, undefined, {signal});
const known = {recall: async () => null, remember: async () => {}};
const store = openStore(url, {sleep});
const ledger = storeLedger({
	store,
	period: 'month',
	known,
	isNewAccepted: false,
	log() {},
	now: Date.now,
	longestReservationMs: 1500,
});
const clock = {now: Date.now, random: Math.random, sleep};
const budget = createPatientBudget({limitUsd: Number(limitUsd), ledger, clock, log() {}, onChange() {}});

const most = 0.01;
const {signal} = new AbortController();
await budget.admit(0);
if (manner === 'dies') setTimeout(20 + Math.random() * 80).then(() => process.kill(process.pid, 'SIGKILL'));
const work = async () => {
	for (;;) {
		let reservation;
		try {
			reservation = await budget.reserve(most, signal);
		} catch (error) {
			if (error.name === 'Stop') return;
			throw error;
		}
		await setTimeout(Math.random() * 30);
		const cost = Math.round(Math.random() * 1e6) / 1e9;
		process.stdout.write(`${Math.round(cost * 1e9)}\n`);
		await reservation.settle(cost);
	}
};
await Promise.all([work(), work(), work()]);
await budget.close();
