import {association} from '../../source/github/vocabulary.ts';
import type {Plan, Ruling} from '../../source/resolve/decide.ts';
import {editsByFile} from '../../source/resolve/file-edits.ts';
import {placer} from '../../source/resolve/place/place-change.ts';
import type {Policy} from '../../source/resolve/policy.ts';
import {mergeIdentical, type Proposal} from '../../source/resolve/proposal.ts';
import {spliceText, type Text} from '../../source/resolve/text.ts';
import type {Change, CodeProposed, Finding} from '../../source/review/finding.ts';
import {person} from './pull-request.ts';

export const path = 'file.txt';

/** A change of lines `start` to `end` that came with a comment on today's head. */
export function change(start: number, end: number, replacement: string[], fields: Partial<Change> = {}): Change {
	return {
		id: `c${start}-${end}:${replacement.join('|')}`,
		from: 'suggestion',
		path,
		original: {commit: 'seen', start, end},
		current: null,
		diffHunk: null,
		replacement,
		confidence: 1,
		isOption: false,
		caution: null,
		...fields,
	};
}

/** Suggestions of one comment on the same lines are options, as the reader marks them. */
const isOnSameLines = ({original: a}: Change, {original: b}: Change) => a.start === b.start && a.end === b.end;

/** What one reviewer asks for; `fields` may name the reviewer, the severity and so on. */
export function finding(changes: Change[], fields: Partial<Omit<Finding, keyof CodeProposed>> = {}): Finding {
	const id = fields.id ?? `f:${changes.map(entry => entry.id).join('+')}`;
	return {
		source: {kind: 'thread', threadId: null, commentId: id, url: null},
		thread: null,
		alsoTold: [],
		author: person('reviewer'),
		authorAssociation: association('MEMBER'),
		title: 'A finding',
		severity: null,
		statedSeverity: null,
		category: null,
		confidence: null,
		path,
		lines: null,
		alsoAt: [],
		seen: null,
		blocks: [],
		diffHunk: null,
		bodyHash: '',
		explanation: null,
		changes: changes.map(each => ({
			...each,
			isOption: changes.some(other => other !== each && isOnSameLines(other, each)),
		})),
		sketches: [],
		disposition: null,
		...fields,
		id,
	};
}

/** Places the changes of all findings, written against `seen`, in `today` and merges those that come to the same. */
export function propose(findings: readonly Finding[], today: readonly string[], seen = today): Proposal[] {
	const place = placer(today, {at: () => seen, head: null});
	return mergeIdentical(
		findings.flatMap(entry =>
			entry.changes.map(each => ({change: each, findings: [entry], aliases: [], path, placement: place(each)})),
		),
	);
}

export function policy(fields: Partial<Policy> = {}): Policy {
	return {mode: 'all', strategy: 'priority', trust: 'members', trustAuthors: [], ...fields};
}

export function textOf(lines: readonly string[], end: '\n' | '\r\n' = '\n'): Text {
	return {bom: '', lines: [...lines], ends: lines.map(() => end)};
}

/** The lines of `file.txt` after the plan. */
export function carriedOut({rulings}: Plan, today: readonly string[]): string[] {
	return spliceText(textOf(today), editsByFile(rulings).get(path) ?? []).lines;
}

/** Ids of all changes with this outcome, also those that were merged into another, sorted. */
export function idsOf(rulings: readonly Ruling[], outcome: Ruling['outcome']): string[] {
	return rulings
		.filter(ruling => ruling.outcome === outcome)
		.flatMap(({proposal}) => [proposal.change.id, ...proposal.aliases])
		.sort();
}

/** The ruling on a change, also if it was merged into another. */
export function rulingOn({rulings}: Plan, id: string): Ruling {
	const ruling = rulings.find(({proposal}) => proposal.change.id === id || proposal.aliases.includes(id));
	if (!ruling) throw new Error(`no ruling on ${id}`);
	return ruling;
}
