import {exitCodes} from '../../../source/exit-code.ts';
import type {FleetReport} from '../../../source/run/fleet/fleet-report.ts';
import {differencesFromHost} from '../../../test/end-to-end/ends/told.ts';
import type {Followed} from '../watches/followed.ts';
import {judgeDeeds, personWroteLast, pushedBy, unanswered, writesIn} from '../watches/judge.ts';
import type {Fleet} from './fleet.ts';

const nameOf = ({pull: {data}}: Followed) => `${data.repository}#${data.number}`;

/** What a report has otherwise than the host, about all processes so far. */
export const differences = ({pulls, reported}: Fleet, {pullRequests}: FleetReport): string[] =>
	pulls.flatMap(one => {
		const {happened, pull} = one;
		const {repository, number} = pull.data;
		const entry = pullRequests.find(found => found.repository === repository && found.number === number);
		const pushed = new Set(pushedBy(one, happened));
		// One that is not open any more is in the first whole report.
		if (!entry) return pushed.size > 0 && !reported.has(pull.data.id) ? [`${nameOf(one)} is not in the report`] : [];
		const named = new Set(entry.commits.map(({oid}) => oid));
		const hidden = pushed.difference(named);
		const wrong = named.difference(pushed);
		return [
			...differencesFromHost({...entry, commits: 0}, {...writesIn(happened), commits: 0}),
			...(hidden.size > entry.unknown.commits ? [`not reported: ${[...hidden]}`] : []),
			...(wrong.size > 0 ? [`reported, but not on the host: ${[...wrong]}`] : []),
		].map(what => `${nameOf(one)} (${entry.state}): ${what}`);
	});

/** What is wrong with all that was done, once the fleet is done. */
export const judgeFleet = ({pulls}: Fleet, {pullRequests}: FleetReport): string[] =>
	pulls.flatMap(one => {
		const {repository, number, state} = one.pull.data;
		const entry = pullRequests.find(found => found.repository === repository && found.number === number);
		const isDone = entry?.state === 'done' && entry.exitCode === exitCodes.done && state === 'OPEN';
		const faults = [
			...judgeDeeds(one, {maxRounds: Number.POSITIVE_INFINITY, forMs: Number.POSITIVE_INFINITY}),
			...(isDone ? unanswered(one, personWroteLast(one)) : []),
		];
		return faults.map(what => `${nameOf(one)}: ${what}`);
	});
