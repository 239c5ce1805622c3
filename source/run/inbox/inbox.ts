import type {ListedPullRequest, Lists} from '../../code-host/lists.ts';
import {type Clone, noClone} from '../../code-host/port.ts';
import {Failure} from '../../failure.ts';
import {codeHostOf} from '../code-host.ts';
import type {Context} from '../context.ts';
import {withEvents} from '../generators.ts';
import {formatUnread} from '../report/reported-error.ts';
import {openWorktreeIfAny} from '../worktree.ts';
import type {InboxEvent, InboxRequest, RulesAt} from './events.ts';
import {fillRows} from './fill-rows.ts';

/**
 * Lists the open pull requests that concern you, then reads and analyzes each. One that cannot be read is a row with a
 * failure.
 * @throws {Failure} if there is no list, or nothing can be read; the signal's reason
 */
export async function* readInbox({filter, rulesAt}: InboxRequest, context: Context): AsyncGenerator<InboxEvent, void> {
	yield* withEvents(async (emit, signal) => {
		const world = {...context, signal};
		const lists = await openListsHere(emit, world);
		const listed: ListedPullRequest[] = [];
		const {incomplete, unread} = await lists.mine(filter, (pullRequests, total) => {
			listed.push(...pullRequests);
			emit({type: 'found', pullRequests, total});
		});
		emit({type: 'listed', incomplete: [...formatUnread(unread), ...incomplete]});
		await fillRows(listed, lists, {rulesAt, emit}, world);
	}, context.signal);
}

/** Reads and analyzes pull requests that were listed before. @throws as `readInbox` */
export async function* readRowsAgain(
	listed: readonly ListedPullRequest[],
	rulesAt: RulesAt,
	context: Context,
): AsyncGenerator<InboxEvent, void> {
	yield* withEvents(async (emit, signal) => {
		const world = {...context, signal};
		await fillRows(listed, await openListsHere(emit, world), {rulesAt, emit}, world);
	}, context.signal);
}

/**
 * How many of the pull requests have changed since they were listed, or are new, in one search: of several organizations and
 * repositories in the one whose turn it is. `refused` if the host does not answer at once. @throws the signal's reason
 */
export async function countUpdated(
	{orgs, repos, ...filter}: InboxRequest['filter'],
	listed: readonly ListedPullRequest[],
	turn: number,
	context: Context,
): Promise<number | 'refused'> {
	const places = [...orgs.map(org => ({orgs: [org], repos: []})), ...repos.map(repo => ({orgs: [], repos: [repo]}))];
	const place = places[turn % Math.max(1, places.length)] ?? {orgs, repos};
	const known = new Map(listed.map(({id, updatedAt}) => [id, updatedAt]));
	const since = listed.map(({updatedAt}) => Date.parse(updatedAt));
	// Without a list, what is old is not new.
	const updatedSince = since.length === 0 ? context.now() - dayMs : Math.max(...since);
	let updated = 0;
	try {
		const lists = await openListsHere(() => {}, {...context, hostPatience: {totalMs: 0, requiredMs: 0}});
		await lists.mine({...filter, ...place, updatedSince}, page => {
			updated += page.filter(({id, updatedAt}) => known.get(id) !== updatedAt).length;
		});
		return updated;
	} catch {
		context.signal.throwIfAborted();
		return 'refused';
	}
}

const dayMs = 86_400_000;

/** Whether there is a token to list pull requests with. @throws the signal's reason */
export async function canList(context: Context): Promise<boolean> {
	try {
		await openListsHere(() => {}, context);
		return true;
	} catch (error) {
		context.signal.throwIfAborted();
		if (error instanceof Failure) return false;
		throw error;
	}
}

/** In a clone, the server of its remotes, unless that is one that nothing but them names. @throws {Failure} without a token */
async function openListsHere(emit: (event: InboxEvent) => void, context: Context): Promise<Lists> {
	const open = async (clone: Clone) => {
		const lists = await codeHostOf(context).openLists(null, clone, context, wait => emit({type: 'wait', ...wait}));
		await lists.signIn();
		return lists;
	};
	const clone = await openWorktreeIfAny(context);
	try {
		return await open(clone ?? noClone);
	} catch (error) {
		if (!(error instanceof Failure) || error.code !== 'unknown-host') throw error;
		return open(noClone);
	}
}
