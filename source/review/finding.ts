import type {Association, Author} from './comment.ts';
import type {Block} from './markdown.ts';

/** From the least to the most severe. */
export const severities = ['trivial', 'minor', 'major', 'critical'] as const;

export type Severity = (typeof severities)[number];

/** How severe a finding is, to be compared. A reviewer who states none is taken to mean minor. */
export const severityRank = (severity: Severity | null) => severities.indexOf(severity ?? 'minor');

/** Stands for the commit where lines count in the file as it is today, or as it was when a session looked before. */
export const worktree = 'worktree';

export const isWorktree = (commit: string | null) => commit?.startsWith(worktree) ?? false;

/** Where a change's lines count: in which text, and what the reviewer saw there. Lines are 1-based and inclusive. */
export type Anchor = {
	/** Commit whose version of the file the lines count in, or `worktree`; null where only the diff hunk tells. */
	commit: string | null;
	start: number;
	end: number;
};

/** Who was asked: the id of a provider, and the model by its own name. */
export type Maker = {provider: string; model: string};

/** One edit that a finding proposes. */
export type Change = {
	/** Stable: a hash of the comment, the block and the edit. */
	id: string;
	from: 'suggestion' | 'diff' | 'model';
	/** Path at the time of the comment, `/` separated. */
	path: string;
	/** Where the reviewer read the lines (`originalLine` at `originalCommit`). */
	original: Anchor;
	/** Where the code host says these lines stand at the head; null where it calls the thread outdated. */
	current: Anchor | null;
	/** The diff hunk that came with the comment, for when a commit is gone. */
	diffHunk: string | null;
	/** Lines without line ends; an empty list deletes. */
	replacement: string[];
	/** 1 where a reviewer wrote the code; a model's own estimate (0 to 1) otherwise. */
	confidence: number;
	/** One of several that the comment offers for the same purpose: at most one of them is made. */
	isOption: boolean;
	/** What was not taken literally, so that the result has to prove itself by its syntax; null where all was. */
	caution: string | null;
	/** The model that made it; absent where a person did. */
	model?: Maker;
	/** Why it is this form of what its finding proposes, where it proposes several; absent where there was no choice. */
	note?: string;
};

/** Lines of a snippet and what shall stand in their place; context lines are in both. */
export type SnippetHunk = {
	/** Without line ends, indented as the reviewer wrote them. */
	old: readonly string[];
	new: readonly string[];
	/** Line (1-based) at which the reviewer says `old` starts; null where the hunk has no usable header. */
	line: number | null;
};

/** A change whose lines are still to be found: it quotes what it replaces. Its hunks are made together or not at all. */
export type Sketch = {
	/** Stable, as that of a change; the change that comes of it has the same. */
	id: string;
	from: 'diff' | 'model';
	path: string;
	/** Commit that the reviewer looked at; null where that is not known: then the file of today is meant. */
	commit: string | null;
	/** Lines (1-based, inclusive) in or next to which it is meant; null where the reviewer names none. */
	near: {start: number; end: number} | null;
	hunks: readonly SnippetHunk[];
	/** Why it must not be made as it stands; null where it may. */
	flaw: string | null;
	confidence: number;
	isOption: boolean;
	/** The model that made it; absent where a person did. */
	model?: Maker;
};

export type FindingSource = {
	kind: 'thread' | 'review' | 'comment';
	threadId: string | null;
	/** Database id, as a string. */
	commentId: string;
	url: string | null;
};

/** Where a reviewer says the same once more, and what it says there if that is in other words. */
export type Repetition = FindingSource & {words: string | null};

/** What is left to do that no change does. `needs-model`: only prose asks for it. */
export type Remainder = {outcome: 'needs-model' | 'needs-person'; reason: string};

/** Why a finding has no change to place. */
export type Disposition =
	| Remainder
	| {outcome: 'already-applied'; reason: string}
	| {
			outcome: 'not-actionable';
			reason: string;
			/** The filter that excludes the finding, as its user spells it: `--path src/**`. */
			leftOutBy?: string;
	  };

/** Code that a finding proposes. */
export type CodeProposed = {
	changes: Change[];
	/** Changes that quote the lines they replace; the run finds the lines. Beside suggestions they say the same again. */
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
	source: FindingSource;
	author: Author | null;
	authorAssociation: Association | null;
	/** Where else the same reviewer says the same. */
	alsoTold: Repetition[];
	/** One line of plain text. */
	title: string;
	severity: Severity | null;
	/** As the reviewer wrote it. */
	statedSeverity: string | null;
	/** Lower case (`security`, `style`, ...); null where the reviewer states none. */
	category: string | null;
	/** The reviewer's own estimate, 0 to 1; null where none is stated. */
	confidence: number | null;
	path: string | null;
	/** Where the comment stands, as the code host says it today; else where it was written. */
	lines: {start: number; end: number} | null;
	/** The lines as its reviewer saw them; null where none are named. */
	seen: Anchor | null;
	/** Further places that it names. */
	alsoAt: {path: string; lines: {start: number; end: number} | null}[];
	/** What says it, cut up: for people to read, and for a model that is asked about it. */
	blocks: readonly Block[];
	/** The diff hunk that came with its comment; null where none did. */
	diffHunk: string | null;
	/** Hash of the comment's body: a saved decision is void once the comment was edited. */
	bodyHash: string;
	/** What a model says about its answer, in one line; null where none was asked. */
	explanation: string | null;
};

export const hasCode = (finding: Finding): finding is FindingText & CodeProposed =>
	finding.changes.length > 0 || finding.sketches.length > 0;

export const nothingProposed = (disposition: Disposition): NothingProposed => ({
	changes: [],
	sketches: [],
	disposition,
});
