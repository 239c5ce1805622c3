import type {ClosingSite} from '../closing.ts';
import type {HostRepository} from '../follow-head.ts';

export type {HostRepository};

/** Where the steps of a run without a checkout are taken. */
export type HostSite = ClosingSite<HostRepository>;
