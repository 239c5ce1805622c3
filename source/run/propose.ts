import {placer} from '../resolve/place-change.ts';
import {mergeIdentical, type Proposal} from '../resolve/proposal.ts';
import type {Change, Finding} from '../review/finding.ts';
import type {Snapshot} from './snapshot.ts';

/** Places the changes of all findings in today's files; changes that come to the same are one proposal. */
export function propose(findings: readonly Finding[], snapshot: Snapshot): Proposal[] {
	const placers = new Map<string, (change: Change) => Proposal['placement']>();
	const placeIn = (path: string, change: Change) => {
		const key = `${path}\0${change.path}`;
		const known = placers.get(key);
		if (known) return known(change);
		const file = snapshot.files.get(path)!;
		const place: (change: Change) => Proposal['placement'] =
			'refused' in file
				? () => ({kind: 'refused', reason: file.refused})
				: placer(file.text.lines, snapshot.versionsOf(change.path));
		placers.set(key, place);
		return place(change);
	};
	const proposals = findings.flatMap(finding =>
		finding.changes.map((change): Proposal => {
			const today = snapshot.pathOf(change);
			const proposal = {change, findings: [finding], aliases: [], path: today ?? change.path};
			if (today === null) return {...proposal, placement: {kind: 'gone', reason: 'the file is no longer there'}};
			const placement = placeIn(today, change);
			if (today === change.path || !('edits' in placement)) return {...proposal, placement};
			const reason = [`the file was renamed from ${change.path}`, placement.reason].filter(Boolean).join('; ');
			const kind = placement.kind === 'exact' ? 'moved' : placement.kind;
			return {...proposal, placement: {...placement, kind, reason}};
		}),
	);
	return mergeIdentical(proposals);
}
