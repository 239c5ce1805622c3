import {escapeLines} from '../text/escape-controls.ts';

/** Lines for a person to edit, and what there is to know about them. */
export type EditorDraft = {
	/** The file that the lines belong to; the editor recognizes the language by its name. */
	path: string;
	lines: readonly string[];
	/** Index of the line that the cursor begins on. */
	at: number;
	/** Shown instead of the lines if the last try was refused; null otherwise. */
	kept: readonly string[] | null;
	/** One line about the finding. */
	title: string;
	/** A sentence on what the notes are. */
	below: string;
	/** Below the lines; may contain foreign text. */
	notes: readonly string[];
};

export type DraftFile = ReturnType<typeof draftFile>;

const prefix = '# ';

/** What editors read as their options near both ends of a file. Foreign text must not set any. */
const modelines = /\b(?:vim?|ex|kate|jed)[<=>]?\d*(?=:)|Local Variables(?=:)|-\*(?=-)/gi;

/** A line of ours; `vim\:` is readable, and no option. */
function commentOut(text: string): string {
	const safe = escapeLines(text.replace(/\r$/, '')).replaceAll('\n', ' ');
	return `${prefix}${safe.replace(modelines, '$&\\')}`.trimEnd();
}

/** Editors look at up to this many lines of both ends of a file for their options. */
const endLines = 5;

/** git's scissors, longer than any in the texts. */
function scissors(sign: string, texts: readonly string[]): string {
	let rule = '------------------------';
	while (texts.some(text => text.includes(`${rule} ${sign}`))) rule += '-';
	return `${prefix}${rule} ${sign} ${rule}`;
}

/** A draft as a file: only what is between its two marks is read back. `line`: where the cursor begins (1-based). */
export function draftFile({lines: given, at, kept, title, below, notes}: EditorDraft) {
	const lines = kept ?? given;
	const texts = [...lines, ...[title, ...notes].map(commentOut)];
	const head = [
		commentOut(title),
		...[
			'',
			'Edit the lines between the two marks, then save and quit.',
			`${kept ? 'They are what you wrote last time.' : 'Unchanged lines decide nothing.'} ${below}`,
			'',
		].map(commentOut),
		scissors('8<', texts),
	];
	const foot = [
		scissors('>8', texts),
		commentOut('Nothing below is read. Keep both marks.'),
		commentOut(''),
		...notes.map(commentOut),
		...Array.from({length: endLines}, () => commentOut('')),
		// Emacs reads no variables above the last page break.
		'\f',
	];
	const text = [...head, ...lines, ...foot].map(line => `${line}\n`).join('');
	return {text, line: head.length + 1 + (kept ? 0 : at), head, foot};
}

/** The lines between the marks, as they come back; null if a mark is not there, or twice. */
export function readDraftFile(text: string, {head, foot}: DraftFile): string[] | null {
	const lines = linesOfFile(text);
	const only = (mark: string | undefined) =>
		mark !== undefined && lines.lastIndexOf(mark) === lines.indexOf(mark) ? lines.indexOf(mark) : -1;
	const [opening, closing] = [only(head.at(-1)), only(foot[0])];
	return opening !== -1 && opening < closing ? lines.slice(opening + 1, closing) : null;
}

/** What is left of a file without its marks: everything but our own lines at both ends. */
export function rescueDraft(text: string, {head, foot}: DraftFile): string[] {
	const lines = linesOfFile(text);
	const [isHead, isFoot] = [new Set(head), new Set(foot)];
	const from = lines.findIndex(line => !isHead.has(line));
	const to = lines.findLastIndex(line => !isFoot.has(line)) + 1;
	return from === -1 ? [] : lines.slice(from, to);
}

/** A final line end does not add an empty line. A carriage return is part of a line unless the editor ends all lines so. */
function linesOfFile(text: string): string[] {
	const lines = text
		.replace(/^\uFEFF/, '')
		.replace(/\n$/, '')
		.split('\n');
	return lines.every(line => line.endsWith('\r')) ? lines.map(line => line.slice(0, -1)) : lines;
}
