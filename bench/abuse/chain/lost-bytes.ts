import {formatted} from './hook.ts';
import type {Suggested} from './scene.ts';
import {linesIn, type Version} from './versions.ts';

/**
 * What a command did to files beside suggestions, edits by decision, and the old lines of both. Every line differs from
 * every other, so that a line that came or went can be told from all others.
 */
export function strangeChanges(before: Version, after: Version, changes: readonly Suggested[]): string[] {
	return Object.keys(before).flatMap(path => {
		const own = changes.filter(change => change.path === path);
		return before[path] === after[path]
			? []
			: strangeIn(before[path]!, after[path] ?? '', own).map(what => `${path}: ${what}`);
	});
}

function strangeIn(before: string, after: string, changes: readonly Suggested[]): string[] {
	const [old, now] = [linesIn(before), linesIn(after)];
	const [had, has] = [new Set(old), new Set(now)];
	const lost = old.filter(line => !has.has(line) && !mayGo(line, has, changes));
	const come = now.filter(
		line => !had.has(line) && !changes.some(change => newLines(change).includes(line) || change.old.includes(line)),
	);
	const doubled = now.filter(
		(line, index) => now.indexOf(line) !== index && old.indexOf(line) === old.lastIndexOf(line),
	);
	const inBoth = (lines: string[], other: Set<string>) => lines.filter(line => other.has(line)).join('\n');
	const isMoved = doubled.length === 0 && inBoth(old, has) !== inBoth(now, had);
	return [
		...lost.map(line => `lost "${line}"`),
		...come.map(line => `has "${line}", which nobody suggested`),
		...doubled.map(line => `has "${line}" twice`),
		...(isMoved ? ['lines changed their order'] : []),
		...(endsOf(before) === endsOf(after) ? [] : [`line ends were ${endsOf(before)} and are ${endsOf(after)}`]),
	];
}

const newLines = ({lines, edits}: Suggested) => [...lines, ...edits, ...lines.map(formatted)];

/** A line may go where a suggestion for it has come, or, if it came with one, where the lines before that are back. */
function mayGo(line: string, has: ReadonlySet<string>, changes: readonly Suggested[], depth = 0): boolean {
	if (depth > 8) return false;
	return changes.some(change => {
		if (change.old.includes(line)) {
			const next = newLines(change).filter(one => one !== line);
			return next.some(
				one =>
					has.has(one) ||
					mayGo(
						one,
						has,
						changes.filter(other => other !== change),
						depth + 1,
					),
			);
		}
		if (!newLines(change).includes(line)) return false;
		return [...change.old, ...newLines(change)].some(
			one =>
				one !== line &&
				(has.has(one) ||
					mayGo(
						one,
						has,
						changes.filter(other => other !== change),
						depth + 1,
					)),
		);
	});
}

function endsOf(text: string): string {
	const [crlf, all] = [text.split('\r\n').length - 1, text.split('\n').length - 1];
	const kind = crlf === 0 ? 'LF' : crlf === all ? 'CRLF' : 'mixed';
	return `${kind}${text.endsWith('\n') ? '' : ', none at the end'}`;
}
