import type {Standing} from '../../../code-host/publisher.ts';
import type {PushTarget} from '../../events.ts';

/** The host may show a push late. @param pushed the latest; null if there was none */
export function afterPush(standing: Standing, pushed: PushTarget | null): Standing {
	if (!pushed || standing.head.oid !== pushed.before) return standing;
	const {after} = pushed;
	return {...standing, head: {...standing.head, oid: after}, commits: [...standing.commits, after]};
}
