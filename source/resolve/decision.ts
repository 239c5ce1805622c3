import {type Change, type DeclinedForGood, type SeenLines, worktree} from '../review/finding.ts';
import {identify} from '../review/identity.ts';

/** What a person decided about a change or a finding: on the screen, or in a decisions file. */
export type Decision = ChangeDecision | FindingDecision;

type Decided = {
	reason: string | null;
	/** The decision is void if the comment's body has another hash; null skips the check. */
	bodyHash: string | null;
	/**
	 * `earlier`: a person, in an earlier run; `agent`: a coding agent; `memory`: the team, for good; `rule`: none of them, in an
	 * earlier run of the session.
	 */
	by: 'person' | 'decisions' | 'earlier' | 'agent' | 'memory' | 'rule';
	/** Its reason is said in the thread also where its comment is in words. */
	isTold?: true | undefined;
	/** Absent for all but those of the team. */
	memory?: DeclinedForGood;
	/** What reports show instead of the reason. */
	shown?: string;
};

export type ChangeDecision = Decided & {
	/** Id of the change. */
	change: string;
	action: 'apply' | 'decline' | 'edit';
	/** For `edit`: the text that replaces the range; a final line end does not count. */
	text: string | null;
	/** The lines that an edit replaces; absent if they are those of the change. */
	place?: EditPlace;
};

/** A decision on everything that a finding asks for: it replaces what the finding proposes. */
export type FindingDecision = Decided & {
	/** Id of the finding. */
	finding: string;
} & (
		| {action: 'edit'; text: string; place: EditPlace}
		/** `reconsider`: as if nothing of it had been declined or reverted before; its changes can have decisions, too. */
		| {action: 'done' | 'reconsider'; text: null}
	);

/** Whether a person made it, in this run or an earlier one. */
export const isByPerson = ({by}: Pick<Decision, 'by'>): boolean => by !== 'rule' && by !== 'agent' && by !== 'memory';

/** What `done` says of a finding if there is no other reason. */
export const wordsForDone = 'read, nothing to do';

/** Lines of today's file, 1-based and inclusive; `end` is `start - 1` for an insertion before `start`. */
export type EditPlace = {
	path: string;
	start: number;
	end: number;
	/** Null: the lines as they are when the decision is read. */
	seen: SeenLines | null;
};

/** Id of the change or the finding that was decided on. There is at most one decision on each. */
export const decidedId = (decision: Decision): string => ('change' in decision ? decision.change : decision.finding);

/** Id of the change that a decision is on or makes; null if it is on none. */
export function changeIdOf(decision: Decision): string | null {
	if ('change' in decision) return decision.change;
	if (decision.action !== 'edit') return null;
	const {finding, text, place} = decision;
	return identify('c', finding, 'person', place.path, place.start, place.end, text);
}

/** A person's change: the lines at the place become the text. */
export function changeAt({path, start, end, seen}: EditPlace, text: string, id: string): Change {
	return {
		id,
		from: 'person',
		path,
		// Without evidence, the lines count as they are now.
		original: {commit: seen ? null : worktree, start, end},
		current: null,
		diffHunk: null,
		...(seen && {seenLines: seen}),
		replacement: linesOfText(text),
		confidence: 1,
		isOption: false,
		caution: null,
	};
}

/** A final line end does not add an empty line. */
export function linesOfText(text: string): string[] {
	return text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
}
