import type {HostAccount, TakeTurn} from '../../code-host/write-limits.ts';

/** Books turns for any account, all on one machine or all on one server. */
export type Turns = {
	of: (account: HostAccount) => TakeTurn;
	close: () => void;
};
