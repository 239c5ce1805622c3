/** A stretch of a text (0-based, half-open). */
export type Span = {start: number; end: number};

/** Words that name what must not be told, at the end of a name: `DB_PASSWORD`, `apiKey`, `"client_secret"`. */
const name =
	'(?:passw(?:or)?d|passphrase|pwd|secret(?:_key_base)?|token|(?:api|access|private|secret|encryption|signing)[_-]?key|credentials?)';
const assigned = String.raw`["'\x60]?\]?[ \t]{0,8}(?::=|=>|[:=])[ \t]{0,8}`;

/**
 * Secrets that the rules of `secretlint` leave out; a group, where there is one, is the secret. Every repetition is
 * bounded or ends before what starts the next match, so that time is linear.
 */
const patterns: readonly RegExp[] = [
	/\bsk-(?:proj|svcacct|admin|ant|or|live|test)-[\w-]{16,300}/dg,
	/\bsk-[A-Za-z0-9]{32,100}/dg,
	/\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,200}/dg,
	/\bAIza[\w-]{35}/dg,
	/\b(?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{16}\b/dg,
	/\bgh[pousr]_[A-Za-z0-9]{30,255}/dg,
	/\bgithub_pat_\w{30,255}/dg,
	/\bglpat-[\w-]{20,100}/dg,
	/\bxox[abeoprs]-[\w-]{10,250}/dg,
	/\bpypi-[\w-]{50,400}/dg,
	/\bdo[opr]_v1_[a-f0-9]{64}/dg,
	/\bwhsec_[A-Za-z0-9+/]{16,200}={0,2}/dg,
	/\beyJ[\w-]{8,600}\.eyJ[\w-]{8,8000}\.[\w-]{8,2000}/dg,
	/\b(?:bearer|basic)[ \t]{1,4}((?=[^\d\s]{0,60}\d)[\w.~+/-]{20,2000}={0,2})/dgi,
	// The password in an address: `scheme://user:password@host`.
	/:\/\/[^\s:/@"'`<>]{0,100}:([^\s/@"'`<>${}]{3,2000})@/dg,
	// A quoted value. What refers to a value (`${...}`, `<...>`, `{{...}}`, `%s`) is none.
	new RegExp(String.raw`${name}${assigned}(["'\x60])((?![$<{%])[^\s"'\x60]{8,})\1`, 'dgi'),
	// A value without quotes: of an environment file or a command, or in YAML.
	/(?:PASSW(?:OR)?D|PASSPHRASE|SECRET|TOKEN|KEY)=((?![$<{%]|[\w.]{0,80}\()[^\s"'\x60(){}<>;,]{6,})/dg,
	// All of a line: of a file of properties. What is reached through a dot, or has no digit, is code.
	new RegExp(
		String.raw`^[+\- ]?[ \t]{0,40}[\w.-]{0,100}?${name}[ \t]{0,8}=[ \t]{0,8}(?![$<{%]|[a-z_][\w]{0,80}\.[a-z_])((?=[^\s\d]{0,60}\d)[^\s"'\x60(){}<>[\];,]{8,2000})$`,
		'dgim',
	),
	// A part of a connection string.
	/\b(?:password|pwd|accountkey|sharedaccesskey)=((?![$<{%])[^\s"'\x60(){}<>[\];,]{6,300})(?=[;"'\x60])/dgi,
	/\b_(?:auth(?:Token)?|password)[ \t]{0,8}=[ \t]{0,8}((?![$<{%])[^\s"'\x60(){}<>;,]{8,2000})/dg,
	/\bcurl[ \t][^\n]{0,300}?(?:-u|--user)[ \t=]{0,4}["']?[^\s:"'$<{]{1,100}:((?![$<{%])[^\s"'\x60]{3,300})/dg,
	new RegExp(String.raw`${name}:[ \t]{1,8}((?=[^\s\d]{0,60}\d)[\w+/=!@#^&*.~-]{8,})$`, 'dgim'),
	// A key in one line, with its line ends written out.
	/-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----((?:\\[nr]|[A-Za-z0-9+/=]){40,})/dg,
	// A line of a key, or of something else that tells nobody anything.
	/^[+\- ]?[ \t]{0,40}["'`]?((?=[^a-z\n]{0,60}[a-z])(?=[^A-Z\n]{0,60}[A-Z])(?=[^\d\n]{0,60}\d)[A-Za-z0-9+/]{60,}={0,2})["'`\\n,+;]{0,6}$/dgm,
];

export function findByPattern(text: string): Span[] {
	const spans: Span[] = [];
	for (const pattern of patterns) {
		for (const {indices} of text.matchAll(pattern)) {
			const [start, end] = indices!.at(-1) ?? indices![0]!;
			spans.push({start, end});
		}
	}
	return spans.concat(findKeys(text));
}

const keyBegins = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;
/** A line inside of a key, in a file, a string or a diff: `Proc-Type: ...` and the like tell nothing. */
const keyLine = /^[+\- ]?\s{0,40}["'`]?([A-Za-z0-9+/=]{1,200})(?:\\n)?["'`]?[ ,+;\\]{0,4}$/d;
const keyEnds = /-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;
const keyHeader = /^[+\- ]?\s{0,40}(?:[A-Z][A-Za-z-]{2,20}: .{1,200})?$/;

/** The lines of private keys, whether or not their begin or their end is there. */
function findKeys(text: string): Span[] {
	const spans: Span[] = [];
	/** Lines that are of a key if its end follows. */
	let maybe: Span[] = [];
	let inside = false;
	let offset = 0;
	for (const line of text.split('\n')) {
		const found = keyLine.exec(line);
		if (found) {
			const [start, end] = found.indices![1]!;
			(inside ? spans : maybe).push({start: offset + start, end: offset + end});
		} else {
			if (keyEnds.test(line)) for (const span of maybe) spans.push(span);
			maybe = [];
			if (!inside || !keyHeader.test(line)) inside = keyBegins.test(line);
		}
		offset += line.length + 1;
	}
	return spans;
}
