import {locateSketches, type SketchFile} from '../../resolve/place/locate-sketches.ts';
import {searchable} from '../../resolve/place/occurrences.ts';
import {placer} from '../../resolve/place/place-change.ts';
import {isPlaced, mergeIdentical, type Proposal} from '../../resolve/proposal.ts';
import {formatOf} from '../../resolve/structured/format.ts';
import {openReader} from '../../resolve/structured/readers/open.ts';
import {readOnce, type Structure, type Structures, structureOf} from '../../resolve/structured/structure.ts';
import type {Reader} from '../../resolve/structured/tree.ts';
import type {Change, Finding, Sketch} from '../../review/finding.ts';
import {memoize} from '../../review/memoize.ts';
import {atOnce, type Steps} from '../../review/steps.ts';
import {type FileRequest, fileOf, type Snapshot, whyMissing} from '../files/snapshot.ts';

/** The findings with the lines of their sketches found, each in the commit that its reviewer saw, else in today's file. */
export const drawUpAll = (findings: readonly Finding[], snapshot: Snapshot): Finding[] =>
	atOnce(drawUpEach(findings, snapshot));

/** The same, a finding at a step. */
export function* drawUpEach(findings: readonly Finding[], snapshot: Snapshot): Steps<Finding[]> {
	const searchableOf = memoize(searchable);
	const seenBy = ({path, original}: Change) => snapshot.versionsOf(path).at(original.commit);
	const groundOf = ({path, commit}: Sketch): SketchFile | null => {
		const versions = snapshot.versionsOf(path);
		const seen = commit === null ? null : versions.at(commit);
		if (seen && commit !== null) return {file: searchableOf(seen), commit};
		const today = versions.at(snapshot.today);
		return today && {file: searchableOf(today), commit: snapshot.today};
	};
	const drawn: Finding[] = [];
	for (const finding of findings) {
		drawn.push(locateSketches(finding, seenBy, groundOf));
		yield;
	}
	return drawn;
}

/** What has to be read to place what the findings propose. */
export function filesForChanges(findings: readonly Finding[]): FileRequest[] {
	return findings.flatMap(({changes, sketches}) => [
		...changes.map(({path, original, current}) => ({path, commits: [current?.commit ?? null, original.commit]})),
		...sketches.map(({path, commit}) => ({path, commits: [commit]})),
	]);
}

/** Places the changes of all findings in today's files; changes that come to the same are one proposal. */
export const propose = (findings: readonly Finding[], snapshot: Snapshot): Proposal[] =>
	atOnce(proposeEach(findings, snapshot));

/** The same, a finding at a step. @param isSettled of which changes there is nothing more to find out */
export function* proposeEach(
	findings: readonly Finding[],
	snapshot: Snapshot,
	isSettled: (change: Change) => boolean = () => false,
): Steps<Proposal[]> {
	/** By the path of a file today, then by the one that a change names. */
	const placersIn = memoize((path: string) => {
		const file = snapshot.files.get(path);
		if (!file) throw new Error(`${path} was not read`);
		if ('refused' in file) return () => (): Proposal['placement'] => ({kind: 'refused', reason: file.refused});
		return memoize((named: string) => placer(file.text.lines, snapshot.versionsOf(named)));
	});
	const proposalOf = (finding: Finding, change: Change): Proposal => {
		const today = snapshot.pathOf(change.path);
		const proposal = {change, findings: [finding], aliases: [], path: today ?? change.path};
		if (today === null) {
			return {...proposal, placement: {kind: 'gone', reason: whyMissing(change.path, snapshot)}};
		}
		const placement = placersIn(today)(change.path)(change);
		if (today === change.path || !('edits' in placement)) return {...proposal, placement};
		const reason = [`the file was renamed from ${change.path}`, placement.reason].filter(Boolean).join('; ');
		const kind = placement.kind === 'exact' ? 'moved' : placement.kind;
		return {...proposal, placement: {...placement, kind, reason}};
	};
	const proposals: Proposal[] = [];
	for (const finding of findings) {
		for (const change of finding.changes) if (!isSettled(change)) proposals.push(proposalOf(finding, change));
		yield;
	}
	return mergeIdentical(proposals);
}

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
