import {createHash} from 'node:crypto';
import type {Location} from '../../code-host/location.ts';

/** One part of a fleet: `index` from 1 to `of`. */
export type Shard = {index: number; of: number};

/** `2/3` */
export const formatShard = ({index, of}: Shard): string => `${index}/${of}`;

/** Whether a pull request is in a shard. Its name alone decides, so a list that changes between two jobs moves none of them. */
export const isInShard = (location: Location, {index, of}: Shard): boolean => slotOf(location) % of === index - 1;

/** The lowest number of shards that hold at most so many pull requests each. */
export function fewestShards(locations: readonly Location[], most: number): number {
	const slots = locations.map(slotOf);
	for (let of = Math.max(1, Math.ceil(slots.length / most)); ; of += 1) {
		const sizes = new Uint32Array(of);
		for (const slot of slots) sizes[slot % of] = (sizes[slot % of] ?? 0) + 1;
		if (sizes.every(size => size <= most)) return of;
	}
}

/** 48 bits of a hash, so that no shard is larger than others by more than chance. */
function slotOf({owner, name, number}: Location): number {
	return createHash('sha256').update(`${owner}/${name}#${number}`.toLowerCase()).digest().readUIntBE(0, 6);
}
