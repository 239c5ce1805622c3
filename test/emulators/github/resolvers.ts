import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {type CommitFacts, openBare} from './bare.ts';
import {notFound, refusal} from './errors.ts';
import {type PageArguments, page} from './page.ts';
import type {PullRequestData, RepositoryData, ThreadCommentData, ThreadData} from './records.ts';
import {commitsOf, headOf, repositoryNamed, roleOf, type Viewer, type World} from './world.ts';

/** Pull requests are held in the order in which they were made. */
type PullArguments = PageArguments & {
	headRefName?: string;
	states?: string[];
	orderBy?: {field: string; direction: string};
};

/** The root of GraphQL's `Query` for a viewer: objects whose methods are the fields that take arguments. */
export function rootOf(world: World, viewer: Viewer) {
	const paged =
		<T>(items: readonly T[], toNode?: (item: T) => unknown) =>
		(args: PageArguments) =>
			page(items, args, world.pageCap, toNode);

	const {contents, pullRequests} = viewer.permissions;
	const comment = (data: ThreadCommentData) => ({
		...data,
		reactionGroups: [{content: 'THUMBS_UP', viewerHasReacted: data.thumbs?.includes(viewer.login) ?? false}],
	});

	const thread = (data: ThreadData) => {
		const mayResolve = contents === 'write' && pullRequests === 'write';
		return {
			...data,
			comments: paged(data.comments, comment),
			viewerCanReply: pullRequests === 'write',
			viewerCanResolve: mayResolve && !data.isResolved,
			viewerCanUnresolve: mayResolve && data.isResolved,
		};
	};

	const pull = (data: PullRequestData): object => ({
		...data,
		headRefOid: headOf(world, data),
		mergedAt: data.mergedAt ?? (data.state === 'MERGED' ? data.updatedAt : null),
		closedAt: data.closedAt ?? data.mergedAt ?? (data.state === 'OPEN' ? null : data.updatedAt),
		additions: data.files.reduce((sum, {additions}) => sum + additions, 0),
		deletions: data.files.reduce((sum, {deletions}) => sum + deletions, 0),
		viewerDidAuthor: data.author?.login === viewer.login,
		repository: () => repository(data.repository),
		headRepository: () =>
			data.headRepository === null ? null : (repository(data.headRepository) ?? {nameWithOwner: data.headRepository}),
		headRepositoryOwner:
			data.headRepository === null ? null : {__typename: 'User', login: data.headRepository.split('/')[0]},
		isCrossRepository: data.headRepository !== data.repository,
		reviewThreads: paged(data.reviewThreads, thread),
		reviews: ({states, ...args}: PageArguments & {states?: string[]}) =>
			paged(
				data.reviews
					.filter(({state}) => states === undefined || states.includes(state))
					.map(review => ({...review, viewerDidAuthor: review.author?.login === viewer.login})),
			)(args),
		comments: paged(data.comments),
		files: paged(data.files),
		commits: paged((data.commits ?? commitsOf(world, data)).map(oid => ({commit: () => commitOf(data, oid)}))),
		headRef: () => {
			const head = data.headRepository === null ? undefined : repositoryNamed(world, data.headRepository);
			return head ? ref(head, `refs/heads/${data.headRefName}`) : null;
		},
		baseRef: () => baseRef(data),
		reviewRequests: paged(data.reviewRequests.map(login => ({requestedReviewer: {__typename: 'User', login}}))),
		latestOpinionatedReviews: paged(latestOf(data.reviews)),
		labels: paged((data.labels ?? []).map(name => ({id: `LABEL_${name}`, name}))),
	});

	const isVisible = ({isPrivate = false}: RepositoryData) => viewer.seesPrivate || !isPrivate;

	const find = (name: string): RepositoryData | undefined => {
		const found = repositoryNamed(world, name);
		return found && isVisible(found) ? found : undefined;
	};

	const ref = (data: RepositoryData, name: string): object | null => {
		const [on] = world.pullRequests.filter(
			({headRepository, headRefName}) => headRepository === data.nameWithOwner && `refs/heads/${headRefName}` === name,
		);
		if (!on || (data.folder && !existsSync(join(data.folder, name)))) return null;
		const {viewerCanPush = true, requiresSignatures = false} = data.rule ?? {};
		const rule = {requiresLinearHistory: false, requiresConversationResolution: false};
		const refUpdateRule = data.rule && {viewerCanPush, requiresSignatures, ...rule, requiredStatusCheckContexts: []};
		const rules = data.protection?.by === 'ruleset' ? [{type: 'PULL_REQUEST'}] : [];
		const target = () => commitAt(data, headOf(world, on));
		return {id: `REF_${name}`, name: on.headRefName, target, refUpdateRule, rules: paged(rules)};
	};

	const defaultBranch = (data: RepositoryData): object | null => {
		if (data.defaultBranch === null) return null;
		const name = data.defaultBranch ?? 'main';
		const oid = data.folder ? openBare(data.folder).head(`refs/heads/${name}`) : null;
		const empty = {__typename: 'Commit', oid: '0'.repeat(40), file: () => null};
		return {name, target: () => (oid === null ? empty : commitAt(data, oid))};
	};

	const baseRef = ({repository: name, baseRefName}: PullRequestData): object => {
		const requiredStatusCheckContexts = repositoryNamed(world, name)?.requiredChecks ?? [];
		return {name: baseRefName, refUpdateRule: {requiredStatusCheckContexts}, rules: paged([])};
	};

	const commit = (data: RepositoryData, {oid, message, parents, tree}: CommitFacts): object => ({
		__typename: 'Commit',
		oid,
		url: `https://github.com/${data.nameWithOwner}/commit/${oid}`,
		message,
		parents: paged(parents.map(parent => ({oid: parent}))),
		tree: {oid: tree},
		signature: world.commits.get(oid)?.isSigned ? {__typename: 'GpgSignature', isValid: true} : null,
		file: ({path}: {path: string}) => {
			const found = openBare(data.folder!).file(oid, path);
			if (!found) return null;
			const {mode, text} = found;
			const isBinary = text?.includes('\0') ?? false;
			const blob = {__typename: 'Blob', oid: found.oid, text: isBinary ? null : text, isBinary, isTruncated: false};
			return {mode, object: text === null ? null : blob};
		},
		history: (args: PageArguments) =>
			paged(
				openBare(data.folder!)
					.log(oid, 100)
					.map(one => commit(data, one)),
			)(args),
	});

	/** Only its id, in a repository without a folder. */
	const commitAt = (data: RepositoryData, oid: string): object | null => {
		if (!data.folder) return {__typename: 'Commit', oid};
		const facts = openBare(data.folder).commitAt(oid);
		return facts && commit(data, facts);
	};

	/** A commit of a pull request; only its id and checks, if it was written down without one. */
	const commitOf = (data: PullRequestData, oid: string): object => {
		const head = data.headRepository === null ? undefined : repositoryNamed(world, data.headRepository);
		const known = (head && commitAt(head, oid)) ?? {__typename: 'Commit', oid};
		return {...known, statusCheckRollup: data.checks ? {state: data.checks} : null};
	};

	const repository = (name: string): object | null => {
		const data = find(name);
		if (!data) return null;
		return repositoryNode(data);
	};

	const repositoryNode = (data: RepositoryData): object => {
		const pulls = world.pullRequests.filter(candidate => candidate.repository === data.nameWithOwner);
		return {
			__typename: 'Repository',
			id: `R_${data.nameWithOwner}`,
			nameWithOwner: data.nameWithOwner,
			isFork: data.parent !== undefined,
			isPrivate: data.isPrivate ?? false,
			isArchived: data.isArchived ?? false,
			isLocked: data.isLocked ?? false,
			webCommitSignoffRequired: data.requiresSignoff ?? false,
			viewerPermission: roleOf(data, viewer.login).toUpperCase(),
			viewerDefaultCommitEmail: null,
			owner: {__typename: 'User', login: data.nameWithOwner.split('/')[0]},
			ref: ({qualifiedName}: {qualifiedName: string}) => ref(data, qualifiedName),
			object: ({oid}: {oid: string}) => commitAt(data, oid),
			parent: () => (data.parent === undefined ? null : repository(data.parent)),
			defaultBranchRef: defaultBranch(data),
			label: ({name}: {name: string}) => ({id: `LABEL_${name}`, name}),
			pullRequest: ({number}: {number: number}) => {
				const found = pulls.find(candidate => candidate.number === number);
				if (!found) throw notFound(`Could not resolve to a PullRequest with the number of ${number}.`);
				return pull(found);
			},
			pullRequests: ({headRefName, states, orderBy, ...args}: PullArguments) => {
				if (data.refusal) throw refusal(data.refusal, `Could not read the pull requests of ${data.nameWithOwner}.`);
				const chosen = inOrder(pulls, orderBy)
					.filter(found => headRefName === undefined || found.headRefName === headRefName)
					.filter(found => states === undefined || states.includes(found.state));
				return paged(chosen, pull)(args);
			},
		};
	};

	/** Of repositories, by name; an account of which the viewer sees nothing is none. */
	const owner = (login: string): object | null => {
		const owned = world.repositories
			.filter(({nameWithOwner}) => nameWithOwner.split('/')[0]!.toLowerCase() === login.toLowerCase())
			.filter(isVisible)
			.toSorted((a, b) => (a.nameWithOwner < b.nameWithOwner ? -1 : 1));
		if (owned.length === 0) return null;
		const [name] = owned[0]!.nameWithOwner.split('/');
		return {
			__typename: 'Organization',
			id: `O_${name}`,
			login: name,
			repositories: ({isArchived, ...args}: PageArguments & {isArchived?: boolean | null}) => {
				const chosen = owned.filter(data => isArchived == null || (data.isArchived ?? false) === isArchived);
				return paged(chosen, repositoryNode)(args);
			},
		};
	};

	const node = (id: string): object | null => {
		const found = world.pullRequests.find(data => data.id === id);
		if (found) return find(found.repository) ? pull(found) : null;
		if (id.startsWith('O_')) return owner(id.slice(2));
		if (id.startsWith('R_')) return repository(id.slice(2));
		const visible = world.pullRequests.filter(data => find(data.repository));
		const within = visible.flatMap(data => data.reviewThreads).find(data => data.id === id);
		if (within) return thread(within);
		return visible.flatMap(({reviews, comments}) => [...reviews, ...comments]).find(data => data.id === id) ?? null;
	};

	return {
		viewer: {login: viewer.login, databaseId: 583_231},
		repository: ({owner, name}: {owner: string; name: string}) => {
			const found = repository(`${owner}/${name}`);
			if (!found) throw notFound(`Could not resolve to a Repository with the name '${owner}/${name}'.`);
			return found;
		},
		repositoryOwner: ({login}: {login: string}) => owner(login),
		node: ({id}: {id: string}) => node(id) ?? notFoundNode(id),
		nodes: ({ids}: {ids: string[]}) => {
			if (ids.length > 100)
				throw refusal('ARGUMENT_LIMIT', `You may not provide more than 100 node ids; you provided ${ids.length}.`);
			return ids.map(id => node(id) ?? notFoundNode(id));
		},
		rateLimit: {cost: 1, remaining: 5000, resetAt: new Date(world.now()).toISOString()},
	};
}

function inOrder(pulls: PullRequestData[], orderBy: PullArguments['orderBy']): PullRequestData[] {
	const made =
		orderBy?.field === 'UPDATED_AT'
			? pulls.toSorted((one, other) => Date.parse(one.updatedAt) - Date.parse(other.updatedAt))
			: pulls;
	return orderBy?.direction === 'DESC' ? made.toReversed() : made;
}

/** Null in its place, and an error beside it. */
const notFoundNode = (id: string) => notFound(`Could not resolve to a node with the global id of '${id}'`);

/** The last review of each author that approves or requests changes. */
function latestOf(reviews: PullRequestData['reviews']) {
	const opinions = reviews.filter(({state}) => state === 'APPROVED' || state === 'CHANGES_REQUESTED');
	return [...new Map(opinions.map(review => [review.author?.login, review])).values()];
}
