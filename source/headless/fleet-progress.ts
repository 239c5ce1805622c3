import type {FoundPull} from '../code-host/lists.ts';
import type {OnWait} from '../code-host/port.ts';
import type {Context} from '../run/context.ts';
import type {RunEvent} from '../run/events.ts';
import type {OnFound} from '../run/fleet/find-pulls.ts';
import {type FleetEntry, keyOfEntry} from '../run/fleet/fleet-entry.ts';
import {formatTaken} from '../run/fleet/fleet-lines.ts';
import {keyOf} from '../run/fleet/fleet-list.ts';
import type {FleetEvent} from '../run/fleet/take-fleet.ts';
import {nameOf} from '../run/pull-request/name.ts';
import {timeLeftMs} from '../run/report/progress.ts';
import type {Log} from '../system/log-levels.ts';
import {roughly} from '../text/figures.ts';
import {count} from '../text/sentences.ts';
import {waiting} from '../text/waiting.ts';
import {makeStatusLine} from './status-line.ts';
import type {Terminal} from './terminal.ts';

/** How far a listing is, in a line of stderr that a terminal updates. */
export function makeListingProgress(terminal: Terminal, log: Log) {
	const {show, clear} = makeStatusLine(terminal);
	const onFound: OnFound = ({pulls, repositories}) =>
		show(`listing: ${count(pulls, 'pull request')} in ${count(repositories, 'repository', 'repositories')}`);
	const onWait: OnWait = ({ms, reason}) => {
		clear();
		log('WARNING', waiting(ms, reason));
	};
	return {onFound, onWait, show, clear};
}

/** The same, and then how many of those that have to be read are done, with the time left. */
export function makeReadingProgress(terminal: Terminal, {log, now}: Pick<Context, 'log' | 'now'>) {
	const listing = makeListingProgress(terminal, log);
	let startedAt: number | null = null;
	const onRead = ({done, of}: {done: number; of: number}) => {
		startedAt ??= now();
		const left = timeLeftMs({done, total: of, partMs: null, startedAt, at: now()});
		listing.show(
			`reading: ${done} of ${count(of, 'pull request')}${left === null ? '' : `, about ${roughly(left)} left`}`,
		);
	};
	return {...listing, onRead};
}

/**
 * How far the runs of a fleet are: a line for each that has ended, or in a terminal one line that is updated.
 * @param isBrief without reasons, which the table on stdout has
 */
export function makeApplyProgress(of: number, isBrief: boolean, terminal: Terminal, log: Log) {
	const {show, write, clear} = makeStatusLine(terminal);
	const underWay = new Map<string, string>();
	let [done, failed] = [0, 0];
	const update = () => {
		const ended = `${done} of ${of} done${failed > 0 ? `, ${failed} failed` : ''}`;
		show(`${ended}${underWay.size > 0 ? `; now ${[...underWay.values()].join(', ')}` : ''}`);
	};
	const logLine = (level: 'INFO' | 'WARNING', line: string) => {
		clear();
		log(level, line);
		update();
	};
	const end = (entry: FleetEntry) => {
		const name = `${entry.repository}#${entry.number}`;
		underWay.delete(keyOfEntry(entry));
		if (entry.state === 'failed') failed += 1;
		else done += 1;
		const line = `${name}: ${formatTaken(entry, isBrief)}`;
		if (terminal.live || terminal.verbose) logLine('INFO', line);
		else write(line);
		update();
	};
	const emit = (event: FleetEvent) => {
		if (event.type === 'wait') logLine('WARNING', waiting(event.ms, event.reason));
		else if (event.type === 'ended') end(event.entry);
		else if (event.type === 'begun') {
			underWay.set(keyOf(event.pull), nameOfPull(event.pull));
			update();
		} else if (event.type === 'skipped') {
			done += 1;
			update();
		} else {
			const line = describe(event.event);
			if (line !== null) logLine('WARNING', `${nameOfPull(event.pull)}: ${line}`);
		}
	};
	return {emit, clear};
}

const nameOfPull = ({owner, name, number}: FoundPull) => nameOf({owner, repo: name, number});

function describe(event: RunEvent): string | null {
	if (event.type === 'wait') return waiting(event.ms, event.reason);
	return event.type === 'warning' ? (event.unlogged ?? event.warning.text) : null;
}
