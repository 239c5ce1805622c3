import type {LineRange, Place} from '../finding.ts';

// What our replies quote is plain: bots search the raw text for commands and mentions, and GitHub renders it.

/** Longest reason that is quoted, in characters. */
const longestReason = 300;

/** Longest command that is quoted, in characters. */
const longestCommand = 60;

/** A path or the name of a model, with Markdown escaped; null if it contains more than plain characters. */
export function quotableName(name: string): string | null {
	return /^[\w.+-][\w./+:() -]*$/.test(name) ? escapeMarkdown(name) : null;
}

/** A command in quotation marks; null if it is long, or contains what a bot or GitHub could act on. */
export function quotableCommand(command: string): string | null {
	const isPlain = command.length <= longestCommand && /^\w[\w .,:=+/&-]*$/.test(command);
	return isPlain ? `"${escapeMarkdown(command)}"` : null;
}

/**
 * A reason on one line, without mentions, commands, markup and characters that are not visible.
 * @param isAgents whether a coding agent gave it, who may repeat what others wrote: then no address in it becomes a link
 */
export function quotableReason(reason: string, isAgents = false): string | null {
	const unaddressed = reason.replaceAll('@', '');
	const line = (isAgents ? withoutLinks(unaddressed) : unaddressed)
		.replace(/[\s\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu, ' ')
		.replace(/^[\s/]+/, '')
		.trim();
	const short = [...line].slice(0, longestReason).join('').trim();
	return short === '' ? null : escapeMarkdown(short).replace(/\.$/, '');
}

/** What is removed leaves a space, so that nothing around it becomes another address. */
const withoutLinks = (text: string): string => text.replace(/[\w+.-]*:\/{2,}|www\./gi, ' ');

/** `src/a.ts 80-82`, or `one place` if the path must not be quoted. */
export function quotablePlace(place: Place | null): string {
	const path = place && quotableName(place.path);
	if (!path) return 'one place';
	return place.lines ? `${path} ${rangeOf(place.lines)}` : path;
}

/** An address that can stand in a text of ours. */
export const isPlainUrl = (url: string | null): url is string =>
	url !== null && /^https?:\/\/[\w.:-]+\/[\w./#-]+$/.test(url);

/** `52-54`, or `52` for a single line. */
export const rangeOf = ({start, end}: LineRange) => (end > start ? `${start}-${end}` : `${start}`);

const escapeMarkdown = (text: string) => text.replace(/[\\`*_[\]<>|~#!&]/g, '\\$&');
