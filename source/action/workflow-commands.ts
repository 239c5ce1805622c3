import {randomUUID} from 'node:crypto';
import {escapeLines} from '../text/escape-controls.ts';
import {beginning} from '../text/shorten.ts';

// The texts that a runner acts on; source: docs.github.com, "Workflow commands for GitHub Actions".

export type Annotation = {
	level: 'error' | 'warning' | 'notice';
	/** May have several lines. */
	message: string;
	title?: string;
	path?: string;
	/** 1-based and inclusive. */
	lines?: {start: number; end: number};
};

/** The runner cuts at 4,096 characters, within a word. */
const longestMessage = 4095;

const escapeData = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const escapeProperty = (text: string) => escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** The line that makes an annotation. */
export function annotationCommand({level, message, title, path, lines}: Annotation): string {
	const properties = Object.entries({file: path, line: lines?.start, endLine: lines?.end, title})
		.filter(([, value]) => value !== undefined)
		.map(([name, value]) => `${name}=${escapeProperty(escapeLines(String(value)))}`);
	const head = [level, properties.join(',')].filter(Boolean).join(' ');
	return `::${head}::${escapeData(cutAtWord(escapeLines(message)))}\n`;
}

/** The text, or its beginning up to a word, with three dots. */
function cutAtWord(text: string): string {
	if (text.length <= longestMessage) return text;
	const start = beginning(text, longestMessage - 3);
	const end = start.search(/\s\S*$/);
	return `${(end > 0 ? start.slice(0, end) : start).trimEnd()}...`;
}

/** The lines that keep a secret out of every log of the job. */
export const maskCommand = (secret: string) =>
	secret
		.split('\n')
		.map(line => line.trim())
		.filter(Boolean)
		.map(line => `::add-mask::${escapeData(line)}\n`)
		.join('');

/** Two lines; between them nothing is a command. */
export function literalOutput(): {start: string; end: string} {
	const word = randomUUID();
	return {start: `::stop-commands::${word}\n`, end: `::${word}::\n`};
}

/** An output in the form of the file that the runner reads. No value can end it, because nobody knows the last line. */
export function outputEntry(name: string, value: string): string {
	const end = `end-${randomUUID()}`;
	return `${name}<<${end}\n${value}\n${end}\n`;
}
