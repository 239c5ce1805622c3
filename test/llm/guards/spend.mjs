// Spends from a shared ledger until the budget stops it, and prints what it has spent, in thousandths of a dollar. With
// `crash` it ends itself while it holds a reservation.
import process from 'node:process';
import {setTimeout} from 'node:timers/promises';
import {fileLedger} from '../../../source/llm/guards/file-ledger.ts';
import {createPatientBudget} from './patient-budget.ts';

const [folder, run, limitUsd, manner] = process.argv.slice(2);
const now = () => Date.UTC(2026, 10, 20, 12);
const isAlive = pid => {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
};
const budget = createPatientBudget({
	limitUsd: Number(limitUsd),
	ledger: fileLedger({folder, period: 'day', run, pid: process.pid, isAlive, now}),
	clock: {now, random: Math.random, sleep: (ms, signal) => setTimeout(ms / 20, undefined, {signal})},
	log() {},
	onChange() {},
});

const most = 0.01;
const {signal} = new AbortController();
let spent = 0;
const work = async () => {
	for (;;) {
		let reservation;
		try {
			reservation = await budget.reserve(most, signal);
		} catch (error) {
			if (error.name === 'Stop') return;
			throw error;
		}
		if (manner === 'crash') process.kill(process.pid, 'SIGKILL');
		await setTimeout(Math.random() * 3);
		const cost = Math.round(Math.random() * 10) / 1000;
		spent += cost;
		await reservation.settle(cost);
	}
};
await Promise.all([work(), work(), work()]);
await budget.close();
process.stdout.write(String(Math.round(spent * 1000)));
