import type {Account, TakeTurn} from '../../code-host/write-limits.ts';

/** Turns of any account, in one place. */
export type Turns = {
	of: (account: Account) => TakeTurn;
	close: () => void;
};
