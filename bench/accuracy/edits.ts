import type {ExpectedEdit} from './corpus.ts';

/** Whether an edit must be made, must not, or may be. */
export type Choice = 'made' | 'kept' | 'either';

/** Whether `after` is `before` with exactly the chosen edits. */
export function isWithEdits(
	before: Buffer,
	after: Buffer,
	edits: readonly ExpectedEdit[],
	choose: (edit: ExpectedEdit) => Choice,
): boolean {
	if (hasMark(before) !== hasMark(after)) return false;
	const [old, now] = [linesOf(before), linesOf(after)];
	const wanted = edits.filter(edit => choose(edit) !== 'kept').sort((a, b) => a.start - b.start);
	if (wanted.some((edit, index) => index > 0 && edit.start <= wanted[index - 1]!.end)) return false;

	const isKept = (from: number, to: number, at: number) => {
		for (let line = from; line < to; line++) if (now[at + line - from] !== old[line]) return false;
		return true;
	};
	const knownEnds = new Set(old.map(endOf));
	// A file of one line without an end does not show which ends its lines have.
	if (old.length <= 1) knownEnds.add('\n');
	const isMade = (text: readonly string[], at: number) =>
		text.every((content, index) => {
			const line = now[at + index];
			return line !== undefined && knownEnds.has(endOf(line)) && line === content + endOf(line);
		});

	// Up to which lines of `after` a reading may have come where the first `done` lines of `before` are accounted for.
	let reached = new Set([0]);
	let done = 0;
	for (const edit of wanted) {
		const next = new Set<number>();
		for (const position of reached) {
			const at = position + edit.start - 1 - done;
			if (!isKept(done, edit.start - 1, position)) continue;
			if (isMade(edit.text.map(bytesOf), at)) next.add(at + edit.text.length);
			if (choose(edit) === 'either' && isKept(edit.start - 1, edit.end, at)) next.add(at + edit.end - edit.start + 1);
		}
		reached = next;
		done = edit.end;
	}
	return [...reached].some(at => old.length - done === now.length - at && isKept(done, old.length, at));
}

/** Lines with their ends, behind a byte order mark. Every byte is one character, so that bytes stay bytes. */
function linesOf(bytes: Buffer): string[] {
	const text = bytes.subarray(hasMark(bytes) ? mark.length : 0).toString('latin1');
	return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

const bytesOf = (line: string) => Buffer.from(line).toString('latin1');
const mark = Buffer.from('\uFEFF');
const hasMark = (bytes: Buffer) => bytes.subarray(0, mark.length).equals(mark);
const endOf = (line: string) => /\r?\n$|$/.exec(line)![0];
