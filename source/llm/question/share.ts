import type {Price} from '../providers/models.ts';
import {head} from './head.ts';
import {type FilePart, joinParts, type Prepared} from './show.ts';

/** How a provider caches the beginnings of requests. */
export type Caching = {
	/** Minimum length in tokens. */
	smallestPrefix: number;
	/** Cost to write and to read the cache, relative to plain input: `1.25`, `0.1`. */
	write: number;
	read: number;
};

/** @param smallestPrefix in tokens, as documented for the model */
export const cachingOf = ({input, cachedInput, cacheWrite}: Price, smallestPrefix: number): Caching | null =>
	cachedInput < input ? {smallestPrefix, write: cacheWrite / input, read: cachedInput / input} : null;

/** Questions with the same head, and the parts of their common file that the head shows. */
export type Group = {members: readonly Prepared[]; shared: readonly FilePart[]};

/**
 * Groups questions about one file if it is cheaper to show all their parts in a common head, which is written to
 * the provider's cache once and then read from there, than to send each question its part.
 */
export function sharingGroups(prepared: readonly Prepared[], caching: Caching | null): Group[] {
	const alone = (member: Prepared): Group => ({members: [member], shared: []});
	if (!caching) return prepared.map(alone);
	return [...Map.groupBy(prepared, sharedFile).values()].flatMap(members => {
		const [path] = members.map(sharedFile);
		const own = members.map(({shown}) => shown.filter(part => part.path === path));
		const shared = joinParts(own.flat());
		const [apart, together] = [sizeOf(own.flat()) + members.length * head.length, sizeOf(shared) + head.length];
		const isKept = together / charactersPerToken >= caching.smallestPrefix;
		const cost = together * (caching.write + caching.read * (members.length - 1));
		return isKept && cost < apart ? [{members, shared}] : members.map(alone);
	});
}

/** Code has fewer characters per token, so a head that seems long enough is. */
const charactersPerToken = 4;

const sharedFile = ({shown}: Prepared) => shown[0]?.path;

const sizeOf = (parts: readonly FilePart[]) =>
	parts.reduce((sum, {file, window}) => sum + file.slice(window.from, window.to).join('\n').length, 0);
