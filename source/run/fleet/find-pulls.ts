import {endsAll} from '../../code-host/ends-all.ts';
import type {EndedFilter, FoundPull, ListEnd, ListScope, Lists, OnCounted} from '../../code-host/lists.ts';
import {type Clone, noClone, type OnWait} from '../../code-host/port.ts';
import {worstExitCode} from '../../exit-code.ts';
import {Failure} from '../../failure.ts';
import {codeHostOf} from '../code-host.ts';
import type {Context} from '../context.ts';
import {openWorktreeIfAny} from '../worktree.ts';
import {nameOfScope} from './read-scopes.ts';

export type FoundPulls = {
	/** One that is in several scopes is there several times. */
	found: FoundPull[];
	/** Repositories that were read. One that is in several scopes counts once. */
	repositories: number;
	/** Repositories and whole scopes that could not be read. */
	unread: ListEnd['unread'][number][];
	/** Sentences on what the host did not send. */
	incomplete: string[];
};

type Finding = {
	scopes: readonly ListScope[];
	/** As for `Lists.ofScope`. */
	ended: EndedFilter | null;
	onFound: OnFound;
	onWait: OnWait;
};

/** Called for each page. */
export type OnFound = (found: {pulls: number; repositories: number}) => void;

/**
 * Lists the pull requests of scopes, one scope after the other. A scope that cannot be read does not keep others from
 * being read; if one shows that its server sends nothing more, its others are unread.
 * @throws {Failure} if none can be read, or no server accepts its token
 */
export async function findPulls({scopes, ended, onFound, onWait}: Finding, context: Context): Promise<FoundPulls> {
	const all: Omit<FoundPulls, 'repositories'> = {found: [], unread: [], incomplete: []};
	const read = new Set<string>();
	const open = openerOfLists(scopes, onWait, context);
	const failures: Failure[] = [];
	/** By server: why nothing more can be read there; null if more can. */
	const ends = new Map<string | null, Failure | null>();
	for (const scope of scopes) {
		try {
			const end = ends.get(scope.host) ?? null;
			if (end) throw end;
			ends.set(scope.host, null);
			const lists = await open(scope.host);
			const onPage: OnCounted = (page, {repositories}) => {
				all.found.push(...page);
				onFound({pulls: all.found.length, repositories: read.size + repositories});
			};
			const {incomplete, unread, repositories} = await lists.ofScope(scope, ended, onPage);
			for (const name of repositories) read.add(`${lists.host}/${name}`.toLowerCase());
			all.incomplete.push(...incomplete);
			all.unread.push(...unread);
		} catch (error) {
			if (!(error instanceof Failure) || error.kind === 'interrupted') throw error;
			if (endsAll(error)) ends.set(scope.host, error);
			failures.push(error);
			all.unread.push({repository: nameOfScope(scope), failure: error});
		}
	}
	const isRefused = [...ends.values()].every(end => end?.kind === 'authentication');
	const worst = worstOf(failures);
	if (worst && (isRefused || failures.length === scopes.length)) throw worst;
	return {...all, repositories: read.size};
}

function worstOf(failures: readonly Failure[]): Failure | undefined {
	const worst = worstExitCode(failures.map(({exitCode}) => exitCode));
	return failures.find(({exitCode}) => exitCode === worst);
}

/** Opens each server once. */
function openerOfLists(scopes: readonly ListScope[], onWait: OnWait, context: Context) {
	const opened = new Map<string | null, Promise<Lists>>();
	const needsClone = scopes.some(({host}) => host === null);
	// Its remotes name the server if nothing else does.
	const clone: Promise<Clone> = needsClone
		? openWorktreeIfAny(context).then(here => here ?? noClone)
		: Promise.resolve(noClone);
	return (host: string | null) => {
		const lists = opened.get(host) ?? clone.then(here => codeHostOf(context).openLists(host, here, context, onWait));
		opened.set(host, lists);
		return lists;
	};
}
