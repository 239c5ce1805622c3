/** Money in billionths of a dollar: settled is gone, reserved may still be given back. */
export type Sums = {settled: number; reserved: number};

/** What one run records for one period, and what it reads there about other runs. */
export type Page = {
	/** Records the sums of this run durably, for all others. Calls take effect in order. */
	write: (own: Sums) => Promise<void>;
	/** The sums of all other runs of the period, as they are now. */
	others: () => Promise<Sums>;
	/** The run is over: its sums are final. */
	close: (own: Sums) => Promise<void>;
};

/** Records what is spent of a budget. */
export type Ledger = {
	/** Name of the period that a moment (milliseconds since the epoch) belongs to. */
	periodAt: (now: number) => string;
	/** @throws {Failure} if it cannot be written */
	open: (period: string) => Promise<Page>;
};

/** The ledger of a budget that only this run uses. */
export const ownLedger: Ledger = {
	periodAt: () => 'run',
	open: async () => ({
		write: async () => {},
		others: async () => ({settled: 0, reserved: 0}),
		close: async () => {},
	}),
};
