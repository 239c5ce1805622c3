import {providers} from '../providers/registry.ts';
import {findKeys} from './keys.ts';
import {findNamed} from './named.ts';
import {prefixed} from './prefixes.ts';
import {type MaskedSpan, spansOf} from './seek.ts';

/** Blanks in place of escaped line ends and tabs, whose letter would be taken for the beginning of what follows. */
export const withoutEscapes = (text: string): string => text.replace(/\\[nrt]/g, '  ');

/** Finds secrets that secretlint's rules miss. The time is linear in the length of the text. */
export function findByPattern(text: string): MaskedSpan[] {
	const plain = withoutEscapes(text);
	return [...shapes.flatMap(shape => spansOf(plain, shape)), ...findNamed(text), ...findKeys(text)];
}

/** Secrets found by their shape or the word before them. If a pattern has a group, the group is the secret. */
const shapes: readonly RegExp[] = [
	prefixed,
	...providers.flatMap(({key}) => key?.shapes ?? []),
	// A password hash.
	/\$(?:apr1|2[abxy]|[156y]|argon2id?)\$[\w./$=,+-]{20,200}/dg,
	/\b(?:bearer|basic)[ \t]{1,4}((?=[^\d\s]{0,60}\d)[\w.~+/-]{20,2000}={0,2})/dgi,
	/\bauthorization["'`]?[ \t]{0,4}[:=,][ \t]{0,4}["'`]?(?:basic|bearer|token|apikey|digest)[ \t]{1,4}([\w.~+/-]{8,2000}={0,2})/dgi,
	// The password in an address, `scheme://user:password@host`, or a key in place of both.
	/:\/\/[^\s:/@"'`<>]{0,100}:((?![${<]|%[sd]|pass(?:word)?@)[^\s/"'`<>{}]{3,2000})@/dg,
	/:\/\/((?=[^\d\s]{0,60}\d)[\w-]{20,255})@/dg,
	/\bhttps:\/\/[\w.-]{1,60}\/api\/webhooks\/\d{5,25}\/([\w-]{20,200})/dg,
	/\bhttps:\/\/[\w.-]{1,100}\.webhook\.office\.com\/webhookb2\/([\w@/-]{20,300})/dg,
	/[?&]sig=([\w%+/-]{20,300})/dg,
	/\bcurl[ \t][^\n]{0,300}?(?:-u|--user)[ \t=]{0,4}["']?[^\s:"'$<{]{1,100}:((?![$<{%])[^\s"'\x60]{3,300})/dg,
	/\b(?:(?:mysql|mariadb)[\w-]{0,10}[ \t][^\n]{0,300}?[ \t]-p|sshpass[ \t]{1,4}-p[ \t]{0,4})["']?((?![$<{%"'])[^\s"'\x60]{4,300})/dg,
	/\blogin[ \t]{1,4}\S{1,100}\s{1,4}password[ \t]{1,4}(\S{3,300})/dg,
	/"auth"[ \t]{0,4}:[ \t]{0,4}"([A-Za-z0-9+/]{8,400}={0,2})"/dg,
	// A line of a key or of other encoded data.
	/^[+\- ]?[ \t]{0,40}["'`]?((?=[^a-z\n]{0,60}[a-z])(?=[^A-Z\n]{0,60}[A-Z])(?=[^\d\n]{0,60}\d)[A-Za-z0-9+/]{60,}={0,2})["'`\\n,+;]{0,6}$/dgm,
];
