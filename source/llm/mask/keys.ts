import {type MaskedSpan, spansOf} from './seek.ts';

const keyBegins = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;
const keyEnds = /-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;
/** Prefixes of a key's line in a diff, an excerpt, a comment or a quotation. */
const linePrefix = String.raw`^(?:[+\- ]|\s{0,8}\d{1,7} \|)?\s{0,40}(?:(?:\/\/|[#*>])\s{1,40}){0,4}`;
/** A line within a key, in a file or a string. */
const keyLine = new RegExp(
	`${linePrefix}["'\`]?([A-Za-z0-9+/=]{1,200})(?:\\\\[nr]){0,2}["'\`]?[\\s,+;\\\\)]{0,6}$`,
	'd',
);
/** Headers such as `Proc-Type: ...` are not secret. */
const keyHeader = new RegExp(`${linePrefix}(?:[A-Z][A-Za-z-]{2,20}: .{1,200})?$`);
/** A key in one line, with escaped line ends or without any. */
const inOneLine =
	/-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----((?:\\[nr]|[ ]){0,4}[A-Za-z0-9+/]{16}(?:\\[nr]|[A-Za-z0-9+/= ])*)/dg;

/** Finds private keys, even without their BEGIN or END line. */
export function findKeys(text: string): MaskedSpan[] {
	const spans = spansOf(text, inOneLine);
	/** Lines that belong to a key if its end follows. */
	let maybe: MaskedSpan[] = [];
	let inside = false;
	let offset = 0;
	for (const line of text.split('\n')) {
		const found = keyLine.exec(line);
		if (found) {
			const [start, end] = found.indices![1]!;
			(inside ? spans : maybe).push({start: offset + start, end: offset + end});
		} else {
			if (keyEnds.test(line) && !keyBegins.test(line)) for (const span of maybe) spans.push(span);
			maybe = [];
			if (!inside || !keyHeader.test(line)) inside = keyBegins.test(line);
		}
		offset += line.length + 1;
	}
	return spans;
}
