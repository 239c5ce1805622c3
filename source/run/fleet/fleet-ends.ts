import {endsAll, endsEverywhere} from '../../code-host/ends-all.ts';
import {exitCodes} from '../../exit-code.ts';
import {Failure} from '../../failure.ts';
import {errorOf} from '../report/reported-error.ts';
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
			// After an interruption, other errors are its consequences.
			if (!error || !endsAll(error) || signal.aborted) return;
			const host = endsEverywhere(error) ? null : server;
			if (!ends.has(host)) ends.set(host, {...error, host, exitCode: exitCode ?? exitCodes.failed});
		},
		areFor: host => signal.aborted || ends.has(null) || ends.has(host),
		list() {
			const everywhere = interruptionOf(signal) ?? ends.get(null);
			const others = [...ends.values()].filter(({host}) => host !== null);
			return everywhere ? [everywhere, ...others] : others;
		},
	};
}

/** Without a remedy: that of one run is to undo it, and a fleet can be resumed. */
function interruptionOf({aborted, reason}: AbortSignal): FleetEnd | null {
	if (!aborted || !(reason instanceof Failure)) return null;
	return {...errorOf(reason), remedy: '', host: null, exitCode: reason.exitCode};
}
