/** Money in billionths of a dollar: settled is gone, reserved may still be given back. */
export type Sums = {settled: number; reserved: number};

/** What one run writes down for one period, and what it reads there of the others. */
export type Page = {
	/** Makes the sums of this run known to all others, durably. Calls take effect in their order. */
	write: (own: Sums) => Promise<void>;
	/** The sums of all other runs of the period, as they are now. */
	others: () => Promise<Sums>;
	/** The run is over: nothing of its own is added any more. */
	close: (own: Sums) => Promise<void>;
};

/** Where what is spent of a budget is kept. */
export type Ledger = {
	/** Name of the period that a moment (milliseconds since the epoch) belongs to. */
	periodAt: (now: number) => string;
	/** @throws {Failure} where it cannot be written */
	open: (period: string) => Promise<Page>;
};

/** The ledger of a budget that is for this run alone. */
export const ownLedger: Ledger = {
	periodAt: () => 'run',
	open: async () => ({
		write: async () => {},
		others: async () => ({settled: 0, reserved: 0}),
		close: async () => {},
	}),
};
