import type {MaskedSpan} from './seek.ts';
import {isCode, isName, isRandom, isReference, isWords} from './values.ts';

/** Endings of names that hold secrets: `DB_PASSWORD`, `apiKey`, `"client_secret"`. */
const passwordName = 'passw(?:or)?d|passphrase|pwd|(?<![a-z])pass';
const keyName =
	'secret(?:_key_base)?|token|(?:api|access|private|secret|encryption|signing|account|sharedaccess|auth|master|session|storage|jwt|hmac)[_-]?key|credentials?';
const name = `(?<name>${passwordName}|${keyName})`;
const isPassword = (word: string) => /^p(?:ass|wd)/i.test(word);

const optionalBlanks = String.raw`[ \t]{0,8}`;
const type = String.raw`(?:${optionalBlanks}:${optionalBlanks}[a-z][\w.]{0,30})?`;
const assigned = String.raw`["'\x60]?\]?${type}${optionalBlanks}(?::=|=>|[:=])${optionalBlanks}`;
const compared = String.raw`["'\x60]?\]?${optionalBlanks}[!=]==?${optionalBlanks}`;
const otherwise = String.raw`["'\x60]?\]?${optionalBlanks}(?:\|\||\?\?|["'\x60],)${optionalBlanks}`;
const quotedPattern = String.raw`(?<quote>["'\x60])(?<value>[^\s"'\x60]{6,})\k<quote>`;
const bareValue = String.raw`(?<value>[^\s"'\x60]{6,2000})`;
const lineBegins = String.raw`^[+\- ]?[ \t]{0,40}(?:export )?["']?[\w.-]{0,100}?`;
const lineEnds = String.raw`(?:[ \t]{1,40}#.{0,500})?$`;

const colon = `["']?${optionalBlanks}[:=]${optionalBlanks}["']?`;
/** `key="DB_PASSWORD" value="`, also over two lines, and in JSON or YAML. */
const entryPattern = `\\b(?:key|name)${colon}[\\w:.-]{0,60}?${name}["']?[ \\t,]{0,8}(?:\\r?\\n[+\\- ]?[ \\t]{0,40})?["']?\\bvalue${colon}`;

const mark = '[ \\t:|*"\'`(=>\\]]{1,8}';
/** What is between a name and a value in words, a table or an entry: `: `, ` is `, ` | `, ` of staging (`. */
const beside = String.raw`(?:${mark}(?:is|are|was|were|has|here|value|named|called|in|for|of|with)(?!\w)){0,2}${mark}`;

type Rule = {form: string; isSecret: (value: string, word: string) => boolean};

const isLiteral = (value: string, word: string) => !isReference(value) && (isPassword(word) || !isWords(value));
const looksLikeData = (value: string) => !isReference(value) && !isCode(value) && !isName(value);

/**
 * Secrets found by the name before them, with patterns that distinguish them from code. Every repetition is bounded or ends
 * before the next possible match, so the time is linear.
 */
const rules: readonly Rule[] = [
	{form: name + assigned + quotedPattern, isSecret: isLiteral},
	{form: `(?:set|with)\\w{0,40}?${name}\\(${optionalBlanks}${quotedPattern}`, isSecret: isLiteral},
	{
		form: `${name}(?:${otherwise}|${compared})${quotedPattern}`,
		isSecret: value => !isReference(value) && !isWords(value),
	},
	// A whole line of settings or code.
	{
		form: `${lineBegins}${name}["']?${optionalBlanks}[:=]${optionalBlanks}${bareValue}${lineEnds}`,
		isSecret: (value, word) =>
			!isReference(value) &&
			!isCode(value) &&
			!isWords(value) &&
			!(isName(value) && (!isPassword(word) || /pass|pwd/i.test(value))),
	},
	// A whole line of settings; code would be indented or have blanks around the sign.
	{
		form: `^[+\\- ]?[\\w.-]{0,100}?${name}=${bareValue}$`,
		isSecret: (value, word) => !isReference(value) && !isCode(value) && (isPassword(word) || !isName(value)),
	},
	// In an environment file or before a command.
	{
		form: String.raw`(?<name>PASSW(?:OR)?D|PASSPHRASE|SECRET|TOKEN|KEY)=(?<value>[^\s"'\x60(){}<>;,]{6,}\(?)`,
		isSecret: (value, word) => word === word.toUpperCase() && !isReference(value) && !isCode(value),
	},
	// In a command, an address, a list of arguments.
	{form: `${name}=(?<value>[^\\s"'\x60(){}<>[\\];,&|\\\\]{6,}[([]?)`, isSecret: looksLikeData},
	{form: `(?<![\\w-])--?[\\w-]{0,40}?${name}[ \\t]{1,4}["']?(?<value>[^\\s"'\x60]{6,300})`, isSecret: looksLikeData},
	// In a connection string.
	{
		form: `[;"'\x60][ \\t]{0,4}(?<name>password|pwd)[ \\t]{0,4}=[ \\t]{0,4}(?<value>[^\\s"'\x60;]{4,300})(?=[;"'\x60]|$)`,
		isSecret: value => !isReference(value) && !isCode(value),
	},
	{
		form: String.raw`\b_(?<name>auth(?:Token)?|password)${optionalBlanks}=${optionalBlanks}${bareValue}`,
		isSecret: looksLikeData,
	},
	// A header in a string, an element, an entry.
	{form: `["'\x60][\\w-]{0,40}?${name}:[ \\t]{0,4}(?<value>[^\\s"'\x60]{6,2000})["'\x60]`, isSecret: looksLikeData},
	{form: `<[\\w:.-]{0,60}?${name}>(?<value>[^\\s<>]{4,2000})</`, isSecret: isLiteral},
	{
		form: `${entryPattern}(?<value>[^\\s"']{4,2000})`,
		isSecret: isLiteral,
	},
	{
		form: `^[+\\- ]?[ \\t]{0,40}(?:ENV|ARG)[ \\t]{1,4}\\w{0,60}?${name}[ \\t]{1,4}${bareValue}$`,
		isSecret: looksLikeData,
	},
	// In words, a table, an entry: `The token is ...`, `| API key | ... |`, `"key": "..."`.
	{
		form: String.raw`(?<!public[ _-]?)(?<name>key|token|secret|password|passphrase|credential)s?${beside}(?<value>[\w+/=-]{16,300})(?![\w+/=-])`,
		isSecret: isRandom,
	},
];

const compiled = rules.map(({form, isSecret}) => ({form: new RegExp(form, 'dgim'), isSecret}));

export function findNamed(text: string): MaskedSpan[] {
	const spans: MaskedSpan[] = [];
	for (const {form, isSecret} of compiled) {
		for (const {groups, indices} of text.matchAll(form)) {
			if (!isSecret(groups!.value!, groups!.name!)) continue;
			const [start, end] = indices!.groups!.value!;
			spans.push({start, end});
		}
	}
	return spans;
}
