import type {ClosingState} from '../../../review/closing/close-thread.ts';
import type {Finding} from '../../../review/finding.ts';
import type {PushTarget} from '../../events.ts';
import type {RunState} from '../../state.ts';
import type {Publication} from './published.ts';

/** What was written to the threads, in reports. */
export type PublicationReport = Omit<Publication, 'threads'> & {
	/** The branch that was pushed to, with its commits before and after; null if none was. */
	target: {repo: string; branch: string; before: string; after: string} | null;
	/** The code of what stopped it; null if it came to its end. */
	stoppedBy: string | null;
	/** What the host adds to a push, such as rules that were bypassed. */
	notes: string[];
};

/** What became of the thread of a finding. */
export type ThreadReport = {
	state: ClosingState;
	/** What it hears; null if there is nothing to say. */
	text: string | null;
	replyUrl: string | null;
	resolved: boolean;
	/** Why nothing is said, or not all that was wanted was done. */
	reason: string;
};

export function reportPublication({pushed, published, stops}: RunState): PublicationReport | null {
	const stoppedBy = stops.find(({step}) => step === 'publish')?.code ?? null;
	if (!published && !pushed && stoppedBy === null) return null;
	const {replies = 0, resolved = 0, reactions = 0, requested = 0, pending = 0} = published ?? {};
	const planned = published?.planned ?? {replies: 0, resolved: 0, reactions: 0, requested: 0};
	const target = pushed ? branchReport(pushed.target) : null;
	return {target, replies, resolved, reactions, requested, pending, planned, stoppedBy, notes: pushed?.notes ?? []};
}

const branchReport = ({repository, ...commits}: PushTarget) => ({repo: repository, ...commits});

/** Null if nothing was to be published, or the finding is in no thread. */
export function reportThread({source}: Finding, {published}: RunState): ThreadReport | null {
	const thread = source.threadId === null ? undefined : published?.threads.get(source.threadId);
	if (!thread) return null;
	const {state, text, replyUrl, isResolved, reason} = thread;
	return {state, text, replyUrl, resolved: isResolved, reason};
}
