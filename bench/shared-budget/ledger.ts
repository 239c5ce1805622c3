import {setTimeout} from 'node:timers/promises';
import type {Ledger} from '../../source/llm/guards/ledger.ts';
import {storeLedger} from '../../source/llm/guards/store-ledger.ts';
import {openStore} from '../../source/store/store.ts';

/** The ledger of this month on a server, for a machine that keeps nothing. */
export const ledgerOn = (url: string): Ledger =>
	storeLedger({
		store: openStore(url, {sleep: (ms, signal) => setTimeout(ms, undefined, {signal})}),
		period: 'month',
		known: {recall: async () => null, remember: async () => {}},
		isNewAccepted: false,
		log() {},
		now: Date.now,
	});
