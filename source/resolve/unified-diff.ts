import {type LineEdit, spliceText, type Text} from './text.ts';

/** Edits that are close enough to share their context (0-based, half-open). */
type Hunk = {from: number; to: number; newFrom: number; newTo: number; edits: LineEdit[]};

/**
 * The edits as hunks of a unified diff for `git apply`; empty if there are none. Line ends are those of the file.
 *
 * @param context lines shown around each edit
 */
export function formatHunks(text: Text, edits: readonly LineEdit[], context = 3): string {
	const first = edits[0];
	if (!first) return '';
	const top = Math.max(0, first.from - context - 1);
	const part = cutLines(text, top, edits.at(-1)!.to + context + 1);
	const moved = edits.map(({from, to, lines}) => ({from: from - top, to: to - top, lines}));
	const after = spliceText(part, moved);
	return gatherHunks(moved, part.lines.length, context)
		.map(hunk => formatHunk(hunk, part, after, top))
		.join('');
}

/** The lines around the edits, because processing a long file whole takes time. */
function cutLines({bom, lines, ends}: Text, from: number, to: number): Text {
	return {bom: from === 0 ? bom : '', lines: lines.slice(from, to), ends: ends.slice(from, to)};
}

/** A unified diff of a file, with its header. @param context lines shown around each edit */
export function formatFileDiff(path: string, text: Text, edits: readonly LineEdit[], context?: number): string {
	const hunks = formatHunks(text, edits, context);
	return (
		hunks &&
		`diff --git ${gitQuoted(`a/${path}`)} ${gitQuoted(`b/${path}`)}\n--- ${fileLabel(`a/${path}`)}\n+++ ${fileLabel(`b/${path}`)}\n${hunks}`
	);
}

function gatherHunks(edits: readonly LineEdit[], lineCount: number, context: number): Hunk[] {
	const hunks: Hunk[] = [];
	let shift = 0;
	for (const edit of edits) {
		const last = hunks.at(-1);
		const to = Math.min(lineCount, edit.to + context);
		const growth = edit.lines.length - (edit.to - edit.from);
		if (last && edit.from - context <= last.to) {
			last.edits.push(edit);
			last.to = to;
		} else {
			const from = Math.max(0, edit.from - context);
			hunks.push({from, to, newFrom: from + shift, newTo: 0, edits: [edit]});
		}
		shift += growth;
		hunks.at(-1)!.newTo = to + shift;
	}
	return hunks;
}

/** @param top lines of the file above `before` and `after` */
function formatHunk(hunk: Hunk, before: Text, after: Text, top: number): string {
	const old = rangeText(top + hunk.from, top + hunk.to);
	const rows = [`@@ -${old} +${rangeText(top + hunk.newFrom, top + hunk.newTo)} @@\n`];
	let [at, newAt] = [hunk.from, hunk.newFrom];
	const keep = (to: number) => {
		for (; at < to; at++, newAt++) {
			const kept = row(' ', before, at);
			// An unchanged line may still gain a line end, or the byte order mark if all lines above it are deleted.
			if (kept === row(' ', after, newAt)) rows.push(kept);
			else rows.push(row('-', before, at), row('+', after, newAt));
		}
	};
	for (const edit of hunk.edits) {
		keep(edit.from);
		for (; at < edit.to; at++) rows.push(row('-', before, at));
		for (const end = newAt + edit.lines.length; newAt < end; newAt++) rows.push(row('+', after, newAt));
	}
	keep(hunk.to);
	return rows.join('');
}

/** Start (1-based) and length of a range; an empty one has the line before it as start. */
function rangeText(from: number, to: number): string {
	const length = to - from;
	return length === 1 ? `${from + 1}` : `${length === 0 ? from : from + 1},${length}`;
}

function row(sign: ' ' | '-' | '+', text: Text, index: number): string {
	const bom = index === 0 ? text.bom : '';
	const end = text.ends[index]!;
	return `${sign}${bom}${text.lines[index]}${end || '\n\\ No newline at end of file\n'}`;
}

/** A path as git writes it in diff headers: quoted as in C if it contains control characters, quotes or backslashes. */
function gitQuoted(path: string): string {
	const quoted = path.replace(/[\0-\x1f"\\\x7f]/g, character => {
		const octal = character.charCodeAt(0).toString(8).padStart(3, '0');
		return /["\\]/.test(character) ? `\\${character}` : `\\${octal}`;
	});
	return quoted === path ? path : `"${quoted}"`;
}

/** A path with a space ends with a tab; otherwise programs cut it at the space. */
function fileLabel(path: string): string {
	const quoted = gitQuoted(path);
	return quoted === path && path.includes(' ') ? `${path}\t` : quoted;
}
