// Spends from a shared budget with so many writers until it is used up, and prints what it has spent in billionths of a
// dollar.
import process from 'node:process';
import {setTimeout} from 'node:timers/promises';
import {Stop} from '../../source/llm/guard.ts';
import {createBudget} from '../../source/llm/guards/budget.ts';
import {inTurn} from '../../source/llm/guards/turn.ts';
import type {ModelRequest} from '../../source/llm/providers/provider.ts';
import {ledgerOn} from './ledger.ts';

const [url = '', limitUsd = '', writers = ''] = process.argv.slice(2);
const sleep = (ms: number, signal?: AbortSignal) => setTimeout(ms, undefined, {signal});
const clock = {now: Date.now, random: Math.random, sleep};
const budget = createBudget({limitUsd: Number(limitUsd), ledger: ledgerOn(url), clock, log() {}, onChange() {}});
const {signal} = new AbortController();
const reserve = inTurn(() => budget.reserve(0.001));
let spent = 0;

async function write(): Promise<void> {
	for (;;) {
		const held = await reserve({} as ModelRequest, signal).catch(error => {
			if (error instanceof Stop && error.message.includes('exceeded')) return null;
			throw error;
		});
		if (held === null) return;
		await setTimeout(Math.random() * 4);
		const cost = Math.round(Math.random() * 1e6);
		spent += cost;
		await held.settle(cost / 1e9);
	}
}

await Promise.all(Array.from({length: Number(writers)}, write));
await budget.close();
process.stdout.write(String(spent));
