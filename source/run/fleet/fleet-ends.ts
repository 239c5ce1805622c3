import {endsAll, endsEverywhere} from '../../code-host/ends-all.ts';
import {exitCodes} from '../../exit-code.ts';
import {Failure} from '../../failure.ts';
import {errorOf} from '../reported-error.ts';
import type {FleetEnd, FleetEntry} from './fleet-entry.ts';

/** What ends a fleet before its last pull request: on a server, or everywhere. */
export type FleetEnds = {
	/** @param host where it failed */
	add: (host: string, failed: Pick<FleetEntry, 'error' | 'exitCode'>) => void;
	/** Whether a pull request of this server would not succeed. */
	areFor: (host: string) => boolean;
	/** First what ended all. */
	list: () => FleetEnd[];
};

export function keepEnds(signal: AbortSignal): FleetEnds {
	/** By server; null: all of them. */
	const ends = new Map<string | null, FleetEnd>();
	return {
		add(server, {error, exitCode}) {
			if (!error || !endsAll(error)) return;
			const host = endsEverywhere(error) ? null : server;
			if (!ends.has(host)) ends.set(host, {...error, host, exitCode: exitCode ?? exitCodes.failed});
		},
		areFor: host => signal.aborted || ends.has(null) || ends.has(host),
		list() {
			const everywhere = ends.get(null) ?? interruptionOf(signal);
			const others = [...ends.values()].filter(({host}) => host !== null);
			return everywhere ? [everywhere, ...others] : others;
		},
	};
}

/** It may have come while no run was under way. */
function interruptionOf({aborted, reason}: AbortSignal): FleetEnd | null {
	return aborted && reason instanceof Failure ? {...errorOf(reason), host: null, exitCode: reason.exitCode} : null;
}
