import type {Price} from '../providers/models.ts';
import {head} from './head.ts';
import {type FilePart, joined, type Prepared} from './show.ts';

/** How a provider keeps the beginnings of requests. */
export type Caching = {
	/** Shorter ones, in tokens, are not kept. */
	smallestPrefix: number;
	/** What it costs to write one and to read it, to plain input: `1.25`, `0.1`. */
	write: number;
	read: number;
};

/** @param smallestPrefix in tokens, as the provider has it for the model */
export const cachingOf = ({input, cachedInput, cacheWrite}: Price, smallestPrefix: number): Caching | null =>
	cachedInput < input ? {smallestPrefix, write: cacheWrite / input, read: cachedInput / input} : null;

/** Questions that are asked with the same head, and what it shows of the file that all of them are about. */
export type Group = {members: readonly Prepared[]; shared: readonly FilePart[]};

/**
 * Groups questions about one file where it is cheaper to put all that they show of it into their head, once written to
 * the provider's cache and then read from there, than to send each its part.
 */
export function groupsOf(prepared: readonly Prepared[], caching: Caching | null): Group[] {
	const alone = (member: Prepared): Group => ({members: [member], shared: []});
	if (!caching) return prepared.map(alone);
	return [...Map.groupBy(prepared, sharedFile).values()].flatMap(members => {
		const path = sharedFile(members[0]!);
		const own = members.map(({shown}) => shown.filter(part => part.path === path));
		const shared = joined(own.flat());
		const [apart, together] = [sizeOf(own.flat()) + members.length * head.length, sizeOf(shared) + head.length];
		const isKept = together / charactersPerToken >= caching.smallestPrefix;
		const cost = together * (caching.write + caching.read * (members.length - 1));
		return isKept && cost < apart ? [{members, shared}] : members.map(alone);
	});
}

/** Code has fewer: a head that counts as long enough is. */
const charactersPerToken = 4;

const sharedFile = ({shown}: Prepared) => shown[0]!.path;

const sizeOf = (parts: readonly FilePart[]) =>
	parts.reduce((sum, {file, window}) => sum + file.slice(window.from, window.to).join('\n').length, 0);
