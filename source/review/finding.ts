import type {Association, Author, ReviewThread} from './comment.ts';
import type {Block, Section} from './markdown.ts';

/** From the least to the most severe. */
export const severities = ['trivial', 'minor', 'major', 'critical'] as const;

export type Severity = (typeof severities)[number];

/** For comparisons. A finding without a stated severity counts as minor. */
export const severityRank = (severity: Severity | null) => severities.indexOf(severity ?? 'minor');

export type WholeComment = {
	blocks: readonly Block[];
	/** Around it below the finding if it holds more, as the body of a review does; null if it is read instead. */
	fold: Section | null;
};

/** Instead of a commit: lines refer to a file of the working tree, as read now or earlier in the session. */
export const worktree = 'worktree';

export const isWorktree = (commit: string | null) => commit?.startsWith(worktree) ?? false;

/** Lines of a file, 1-based and inclusive. */
export type LineRange = {start: number; end: number};

/** Lines of a file; null for the whole file. */
export type Place = {path: string; lines: LineRange | null};

/** Lines and the version of the file that they refer to. */
export type Anchor = LineRange & {
	/** Commit, or `worktree`; null if only the diff hunk shows the lines. */
	commit: string | null;
};

/** Lines of a file with lines around them, as a person saw them: enough that they are at one place only. */
export type SeenLines = {
	above: readonly string[];
	lines: readonly string[];
	below: readonly string[];
	/** Whether `above` reaches the start of the file, and `below` its end. */
	startsFile: boolean;
	endsFile: boolean;
};

/** The provider's id and the model's name. */
export type Maker = {provider: string; model: string};

/** An edit that a finding proposes. */
export type Change = {
	/** Stable: a hash of the comment, the block and the edit. */
	id: string;
	from: 'suggestion' | 'diff' | 'model' | 'person';
	/** Path at the time of the comment, `/` separated. */
	path: string;
	/** The lines that the reviewer saw (`originalLine` at `originalCommit`). */
	original: Anchor;
	/** The lines at the head, by the code host; null if it marks the thread as outdated. */
	current: Anchor | null;
	/** The diff hunk of the comment, for the case that a commit is not available. */
	diffHunk: string | null;
	/** The lines that a person replaces, as they were; absent for all other changes. */
	seenLines?: SeenLines;
	/** Lines without line ends; an empty list deletes. */
	replacement: string[];
	/** Whether a person has replaced the lines that were proposed; absent if not. */
	isEdited?: true;
	/** 1 if a reviewer wrote the code; otherwise the model's own estimate (0 to 1). */
	confidence: number;
	/** One of several that the comment offers for the same purpose: at most one of them is applied. */
	isOption: boolean;
	/** What was not taken literally, so that the result is only applied if its syntax was checked; null otherwise. */
	caution: string | null;
	/** The model that wrote it; absent if a reviewer did. */
	model?: Maker;
	/** Why this version was used, if the finding proposes several; absent if there was no choice. */
	note?: string;
};

/** Whether a person wrote its lines, so that it is not what a comment or a model proposed. */
export const isPersonsEdit = ({from, isEdited}: Pick<Change, 'from' | 'isEdited'>): boolean =>
	from === 'person' || isEdited === true;

/** Lines of a snippet and their replacement; context lines are in both. */
export type SnippetHunk = {
	/** Without line ends, indented as the reviewer wrote them. */
	old: readonly string[];
	new: readonly string[];
	/** Line (1-based) of `old` by the hunk's header; null if it has no usable one. */
	line: number | null;
};

/** A change that quotes the lines it replaces, which are still to be found. Its hunks are applied together or not at all. */
export type Sketch = {
	/** Stable; the change made from it has the same id. */
	id: string;
	from: 'diff' | 'model';
	path: string;
	/** Commit that the reviewer saw; null if unknown: then today's file is used. */
	commit: string | null;
	/** The lines to look in or next to; null if the reviewer names none. */
	near: LineRange | null;
	hunks: readonly SnippetHunk[];
	/** Why it must not be applied as it is; null if it may. */
	flaw: string | null;
	confidence: number;
	isOption: boolean;
	/** The model that wrote it; absent if a reviewer did. */
	model?: Maker;
};

export type FindingSource = {
	kind: 'thread' | 'review' | 'comment';
	threadId: string | null;
	/** Database id, as a string. */
	commentId: string;
	url: string | null;
};

/** Another comment with the same request; `words` if it is phrased differently. */
export type Repetition = FindingSource & {words: string | null};

/** What is left to do that no change does. `needs-model`: only prose asks for it. */
export type Remainder = {
	outcome: 'needs-model' | 'needs-person';
	reason: string;
	/** The filter of the project's own settings file that excludes the finding, with that file. */
	excludedBy?: string;
};

/** What a team has declined for good, as its entry in the repository tells. */
export type DeclinedForGood = {
	/** Id of the entry. */
	entry: string;
	/** Who has declined it, by the entry. */
	by: string;
	reason: string;
	/** The last day on which it holds, in UTC: `2026-11-29`; null: no day is. */
	until: string | null;
	/** Object id: the commit that brought the entry; null if that is not known here. */
	commit: string | null;
	/** It is a rule of the user's own settings, in `reason`. */
	isOwn?: true;
};

/** Why a finding has no change to place. */
export type Disposition =
	| Remainder
	/** A person has set the finding aside; `memory`: for good, for the team. */
	| {outcome: 'declined'; reason: string; memory?: DeclinedForGood}
	| {
			outcome: 'not-actionable';
			reason: string;
			/** The filter that excludes the finding, as its user spells it: `--path src/**`. */
			leftOutBy?: string;
	  };

export type CodeProposed = {
	changes: Change[];
	/** Changes that quote the lines they replace. Next to suggestions, they show the same edit again. */
	sketches: Sketch[];
	/** What is left besides the code, for example at places that the model was not shown; null if nothing is. */
	disposition: Remainder | null;
};

/** No code to place, and why. */
export type NothingProposed = {changes: []; sketches: []; disposition: Disposition};

export type Proposed = CodeProposed | NothingProposed;

/** One thing that one reviewer asks for. */
export type Finding = FindingText & Proposed;

type FindingText = {
	/** Stable: a hash of the comment and the part of it. */
	id: string;
	/** Object id: the commit of the pull request that has fixed it in other lines than suggested. Absent: none is known. */
	fixedIn?: string;
	source: FindingSource;
	/** The thread of its comment; null for a review or an issue comment. */
	thread: ReviewThread | null;
	author: Author | null;
	authorAssociation: Association | null;
	/** Other comments of the same reviewer with the same request. */
	alsoTold: Repetition[];
	/** A person has answered it in the thread of a repetition. Absent: none has. */
	isRepeatAnswered?: true;
	/** One line of plain text. */
	title: string;
	severity: Severity | null;
	/** As the reviewer wrote it. */
	statedSeverity: string | null;
	/** Lower case (`security`, `style`, ...); null if the reviewer states none. */
	category: string | null;
	/** The reviewer's id of the rule that it breaks; absent if none is stated. */
	rule?: string;
	/** The reviewer's own estimate, 0 to 1; null if none is stated. */
	confidence: number | null;
	path: string | null;
	/** The comment's lines today, by the code host; else those it was written on. */
	lines: LineRange | null;
	/** The lines that its reviewer saw; null if none are named, or only lines that the pull request deletes. */
	seen: Anchor | null;
	/** Further places that it names. */
	alsoAt: Place[];
	/** Its text and code, for people and for a model. */
	blocks: readonly Block[];
	/** All of its comment, of which readers leave out what is not the finding; absent if `blocks` are all. */
	whole?: WholeComment;
	/** The diff hunk of its comment; null if there is none. */
	diffHunk: string | null;
	/** Hash of the comment's body: a saved decision is void if the comment was edited. */
	bodyHash: string;
	/** A model's explanation of its answer, in one line; null if none was asked. */
	explanation: string | null;
};

export const needsModel = (reason: string): Remainder => ({outcome: 'needs-model', reason});
export const needsPerson = (reason: string): Remainder => ({outcome: 'needs-person', reason});

export const hasCode = (finding: Finding): finding is FindingText & CodeProposed =>
	finding.changes.length > 0 || finding.sketches.length > 0;

export const nothingProposed = (disposition: Disposition): NothingProposed => ({
	changes: [],
	sketches: [],
	disposition,
});
