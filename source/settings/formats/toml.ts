import {parse as parseToml, TomlError} from 'smol-toml';
import {type SettingEntry, SyntaxTrouble} from './entry.ts';

/** Reads a TOML document. Throws `SyntaxTrouble`. */
export function parse(text: string): SettingEntry[] {
	const lines = tomlKeyLines(text);
	const entries = (table: object, section: string): SettingEntry[] =>
		Object.entries(table).flatMap(([name, value]) => {
			const key = section + name;
			return isSection(value) ? entries(value, `${key}.`) : [{key, value, line: lines.get(key) ?? null}];
		});
	try {
		return entries(parseToml(text), '');
	} catch (error) {
		if (!(error instanceof TomlError)) throw error;
		const [firstLine = ''] = error.message.split('\n');
		throw new SyntaxTrouble(firstLine.replace(/^Invalid TOML document: /, ''), error.line);
	}
}

/** Dates are objects too, but values. */
function isSection(value: unknown): value is object {
	const prototype = typeof value === 'object' && value !== null ? Object.getPrototypeOf(value) : undefined;
	return (prototype === null || prototype === Object.prototype) && Object.keys(value as object).length > 0;
}

/** The line where each key first appears. The parser does not report it; keys with unusual spelling are missing. */
function tomlKeyLines(text: string): Map<string, number> {
	const lines = new Map<string, number>();
	let section = '';
	for (const [index, line] of text.split('\n').entries()) {
		const header = /^\s*\[\s*([\w.-]+)\s*\]/.exec(line)?.[1];
		if (header !== undefined) section = `${header}.`;
		const key = /^\s*(["']?)([\w.-]+)\1\s*=/.exec(line)?.[2];
		if (key !== undefined && !lines.has(section + key)) lines.set(section + key, index + 1);
	}
	return lines;
}
