/** Money in billionths of a dollar: settled is gone, reserved may still be given back. */
export type Sums = {settled: number; reserved: number};

/** What became of a request to hold money, with the sums of all other runs at that moment. */
export type LedgerAnswer = {isHeld: boolean; others: Sums};

/** What all runs that share a budget spend in one period. */
export type LedgerPage = {
	/** The sums of all other runs, as they are now. */
	others: () => Promise<Sums>;
	/**
	 * Holds so much for an attempt, for all others to see, if everything that is settled and held stays within the limit.
	 * @param id unique among all runs
	 * @throws {NotNow} at the end of the period; what the ledger throws if it cannot be used
	 */
	reserve: (id: string, amount: number, limit: number) => Promise<LedgerAnswer>;
	/** The attempt has cost so much. If that cannot be recorded, all that it held stays charged. */
	settle: (id: string, cost: number) => Promise<void>;
};

/** Records what is spent of a budget. */
export type Ledger = {
	/** Runs on other machines share it. */
	readonly isShared: boolean;
	/** The page of the period that it is now; the same object until the next period. */
	page: () => Promise<LedgerPage>;
	/** The run is over: its sums are final. */
	close: () => Promise<void>;
};

const ownPage: LedgerPage = {
	others: async () => ({settled: 0, reserved: 0}),
	// The account of the run has kept the limit.
	reserve: async () => ({isHeld: true, others: {settled: 0, reserved: 0}}),
	settle: async () => {},
};

/** The ledger of a budget that only this run uses. */
export const ownLedger: Ledger = {isShared: false, page: async () => ownPage, close: async () => {}};
