import type {AccountLimits, HostAccount} from '../../code-host/write-limits.ts';

/** Limits of any account, all on one machine or all on one server. */
export type Turns = {
	of: (account: HostAccount) => AccountLimits;
	close: () => void;
};
