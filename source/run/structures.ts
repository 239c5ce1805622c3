import {isPlaced, type Proposal} from '../resolve/proposal.ts';
import {formatOf} from '../resolve/structured/format.ts';
import {openReader} from '../resolve/structured/readers/open.ts';
import {readOnce, type Structure, type Structures, structureOf} from '../resolve/structured/structure.ts';
import type {Reader} from '../resolve/structured/tree.ts';
import {fileOf, type Snapshot} from './snapshot.ts';

/** What is known of the structured files that changes are placed in, by path. */
export type Structured = {readers: ReadonlyMap<string, Reader>; structures: Structures};

/**
 * Opens a reader for each structured file. Keys can only matter where a file has more than one change, and only where the
 * file is not too large to be read with each change alone: then there are the lines.
 */
export async function openStructures(proposals: readonly Proposal[], snapshot: Snapshot): Promise<Structured> {
	const readers = new Map<string, Reader>();
	const structures = new Map<string, Structure>();
	for (const [path, placed] of Map.groupBy(proposals.filter(isPlaced), proposal => proposal.path)) {
		const format = formatOf(path);
		if (format === null) continue;
		const reader = readOnce(await openReader(format));
		readers.set(path, reader);
		if (placed.length === 1) continue;
		const structure = structureOf(reader, fileOf(snapshot, path).text);
		// The file as it is, with each change, and with all.
		if (structure.canRead(placed.length + 2)) structures.set(path, structure);
	}
	return {readers, structures};
}
