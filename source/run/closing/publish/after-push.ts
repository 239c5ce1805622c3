import type {Standing} from '../../../code-host/publisher.ts';
import type {Pushed} from '../../events.ts';

/** The host may show a push late, or only some of its commits. @param pushed the latest; null if there was none */
export function afterPush(standing: Standing, pushed: Pushed | null): Standing {
	if (!pushed) return standing;
	const {target, commits} = pushed;
	const isLate = standing.head.oid === target.before || commits.includes(standing.head.oid);
	if (!isLate) return standing;
	const published = new Set([...standing.commits, ...commits]);
	return {...standing, head: {...standing.head, oid: target.after}, commits: [...published]};
}
