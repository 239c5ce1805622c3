import type {Publisher, Write, WriteEnd} from '../../source/code-host/publisher.ts';
import type {ThreadNow} from '../../source/review/closing/thread-now.ts';
import type {PullRequest, ReviewThread} from '../../source/review/comment.ts';

const done: WriteEnd = {kind: 'done', comment: null, isPending: false};

/** What writes to a pull request in memory: each write changes it at once. */
export function memoryPublisher(pullRequest: PullRequest, viewer: string): Publisher {
	const threads = () => pullRequest.reviewThreads.map(threadNow);
	const find = (id: string) => pullRequest.reviewThreads.find(thread => thread.id === id);
	const posts = () => [...pullRequest.reviews, ...pullRequest.comments];
	const settle = (id: string, isResolved: boolean): WriteEnd => {
		const thread = find(id);
		if (!thread) return {kind: 'gone'};
		thread.isResolved = isResolved;
		return done;
	};
	async function write(write: Write): Promise<WriteEnd> {
		switch (write.kind) {
			case 'resolve':
			case 'unresolve':
				return settle(write.thread, write.kind === 'resolve');
			case 'reply': {
				const thread = find(write.thread);
				if (!thread) return {kind: 'gone'};
				const id = `${thread.comments.length}`;
				const author = {login: viewer, isBot: false};
				thread.comments.push({...thread.comments[0]!, id, nodeId: id, author, body: write.body});
				return {kind: 'done', comment: {id, url: null}, isPending: false};
			}
			case 'edit': {
				const comment = find(write.thread)?.comments.find(({nodeId}) => nodeId === write.comment);
				if (comment) comment.body = write.body;
				return comment ? {kind: 'done', comment: {id: comment.id, url: null}, isPending: false} : {kind: 'gone'};
			}
			case 'delete': {
				for (const thread of pullRequest.reviewThreads)
					thread.comments = thread.comments.filter(({nodeId}) => nodeId !== write.comment);
				return done;
			}
			case 'comment': {
				const known = pullRequest.comments.find(({nodeId}) => nodeId === write.comment);
				const id = known?.nodeId ?? `comment ${pullRequest.comments.length}`;
				if (known) known.body = write.body;
				else if (write.comment !== null) return {kind: 'gone'};
				else
					pullRequest.comments.push({
						...plainComment,
						id,
						nodeId: id,
						author: {login: viewer, isBot: false},
						body: write.body,
					});
				return {kind: 'done', comment: {id, url: null}, isPending: false};
			}
			default:
				return done;
		}
	}
	return {
		standing: async () => ({
			id: 'memory',
			viewer,
			viewerId: null,
			state: pullRequest.state ?? 'open',
			isLocked: false,
			isArchived: false,
			isQueued: null,
			head: {
				oid: pullRequest.headRefOid!,
				branch: pullRequest.headRefName!,
				repository: pullRequest.headRepository ?? '',
				isFork: false,
				exists: true,
				mayPush: true,
				requiresSignatures: null,
				requiresSignoff: null,
			},
			commits: [pullRequest.headRefOid!],
			pendingReview: null,
			changesRequestedBy: [],
		}),
		threads: async () => threads(),
		threadsNow: async ids => threads().filter(({id}) => ids.includes(id)),
		comments: async () =>
			pullRequest.comments.map(({id, nodeId, url, author, body}) => ({nodeId: nodeId ?? id, url, author, body})),
		bodiesNow: async ids =>
			new Map(posts().flatMap(({nodeId, body}) => (ids.includes(nodeId!) ? [[nodeId!, body]] : []))),
		ready: async () => {},
		commit: async () => ({kind: 'gone'}),
		estimateMs: writes => writes,
		write,
		writeAsRead: write,
	};
}

const plainComment = {
	...{authorAssociation: null, url: null, createdAt: null, updatedAt: null},
	...{isMinimized: false, minimizedReason: null},
};

const threadNow = ({id, isResolved, comments}: ReviewThread): ThreadNow => ({
	id: id!,
	isResolved,
	mayReply: true,
	mayResolve: true,
	comments: comments.map(({id: comment, nodeId, url, author, authorAssociation, body}) => ({
		...{id: comment, nodeId: nodeId ?? comment, url, author, authorAssociation, body},
		hasThumb: false,
	})),
});
