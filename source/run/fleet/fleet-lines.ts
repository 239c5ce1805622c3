import {count} from '../../text/count.ts';
import {formatUnread} from '../unread-repositories.ts';
import {type LeaveReason, leaveReasons} from './fleet-list.ts';
import type {FleetReport} from './fleet-report.ts';

const reasonWords = {
	closed: 'not open',
	archived: 'in archived repositories',
	draft: 'drafts',
	author: 'by other authors',
	older: 'updated earlier',
	shard: 'in other shards',
	'max-prs': 'over --max-prs',
} as const satisfies Record<LeaveReason, string>;

/** What is in a list and what is not: `12 pull requests with comments in 3 repositories, 4 without; skipped: 2 drafts.` */
export function formatListed({totals, repositories, leftOut}: FleetReport): string {
	const {pullRequests, states} = totals;
	const found = `${count(pullRequests - states.quiet, 'pull request')} with comments in ${count(repositories.read, 'repository', 'repositories')}`;
	const quiet = states.quiet > 0 ? `, ${states.quiet} without` : '';
	const skipped = leaveReasons.flatMap(reason => {
		const number = leftOut[reason] ?? 0;
		return number > 0 ? `${number} ${number === 1 && reason === 'draft' ? reason : reasonWords[reason]}` : [];
	});
	return `${found}${quiet}${skipped.length > 0 ? `; skipped: ${skipped.join(', ')}` : ''}.`;
}

/** What could not be read, a sentence or two each. */
export const formatMissing = ({repositories: {unread}, incomplete}: FleetReport): string[] => [
	...formatUnread(unread.map(({repository, ...failure}) => ({repository, failure}))),
	...incomplete,
];
