import {spawnSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {beforeAll, describe, expect, test} from 'vitest';
import {manPage} from '../../build/man/page.ts';
import {entry, escapeRoff, opening, prose, typed, verbatim} from '../../build/man/roff.ts';
import {flagsOf, spellings} from '../../source/commands/flags.ts';
import {registry} from '../../source/commands/registry.ts';
import {table} from '../../source/settings/table.ts';
import {codePoint} from '../helpers/code-point.ts';
import {newFolder} from '../helpers/folders.ts';

const isInstalled = (program: string, ...args: string[]) => spawnSync(program, args).error === undefined;
const hasMandoc = isInstalled('mandoc', '-Tlint', '/dev/null');
const hasMan = isInstalled('man', '--version');

let page: string;
beforeAll(async () => {
	page = await manPage('1.2.3', '2026-01-31');
});

function saved(source: string): string {
	const file = join(newFolder(), 'page.1');
	writeFileSync(file, source);
	return file;
}

/** What a reader sees, in one line. */
function shown(source: string): string {
	const {stdout, stderr} = hasMandoc
		? spawnSync('mandoc', ['-Tutf8', saved(source)], {encoding: 'utf8'})
		: spawnSync('man', ['-l', saved(source)], {encoding: 'utf8', env: {...process.env, LC_ALL: 'C.UTF-8'}});
	expect(stderr).toBe('');
	// Bold is a letter printed over itself, italics an underscore below it.
	return stdout.replace(/.\x08/gu, '').replace(/\s+/g, ' ');
}

test('text never becomes a request, an escape or a character that cannot be pasted', () => {
	fc.assert(
		fc.property(fc.string({unit: codePoint, maxLength: 40}), text => {
			fc.pre(!/\p{Cc}/u.test(text));
			for (const line of [...prose(text), ...verbatim([text]).slice(3, -2), escapeRoff(text)]) {
				expect(line).toMatch(/^(?![.'])(?:[^\\'`^~"-]|\\(?:[e-]|&\.|\((?:aq|ga|ha|ti|dq)|\[u[\dA-F]{4,6}\]))*$/);
			}
		}),
	);
});

test('a line break cannot smuggle a request into a line', () => {
	expect(() => escapeRoff('--flag\n.so /etc/passwd')).toThrow('control character');
});

test.each([...registry.keys()])('the page has everything on %s', async name => {
	const {spec} = await registry.get(name)!.load();
	const lines = page.split('\n');
	expect(lines).toContain(`.SS ${name}`);
	for (const [flagName, flag] of Object.entries(flagsOf(name, spec.flags))) {
		for (const spelling of spellings(flagName, flag)) expect(page).toContain(typed(spelling));
		for (const line of prose(flag.help).slice(0, -1)) expect(lines).toContain(line);
	}
	for (const {line, help} of spec.examples)
		expect(page).toContain(
			verbatim([`# ${help}`, line])
				.slice(3, -2)
				.join('\n'),
		);
	for (const meaning of Object.values(spec.exits)) expect(page).toContain(prose(meaning).join('\n'));
});

test('the page has every key and variable', () => {
	for (const {key, variable} of Object.values(table)) {
		expect(page).toContain(escapeRoff(key));
		if (variable !== null) expect(page).toContain(variable);
	}
});

test('a flag that all commands have is on the page once, without their names', () => {
	const [, after] = page.split(entry('--no-input').join('\n'));
	expect(after).not.toContain(typed('--no-input'));
	expect(after!.split('.TP')[0]).not.toContain('Commands');
});

describe.skipIf(!hasMandoc)('mandoc', () => {
	test('has nothing to remark on the page', () => {
		expect(spawnSync('mandoc', ['-Tlint', saved(page)], {encoding: 'utf8'})).toMatchObject({stdout: '', stderr: ''});
	});
});

describe.skipIf(!hasMandoc && !hasMan)('a reader', () => {
	test('sees each character as it is', () => {
		const lines = ["'tis --a-b", '.SH x', '\\fBbold\\fR \\n(.x', '`$(ls)` ^ ~ "q"', 'é → 𝄞', '...'];
		const source = [...opening('a', '1', '2026-01-31'), '.SH B', ...lines.flatMap(prose)];
		expect(shown(`${source.join('\n')}\n`)).toContain(lines.join(' '));
	});

	test('sees synopsis, flags and version', () => {
		const text = shown(page);
		for (const words of ['pr-resolve <command> [flags]', '-R, --repo <name>', 'pr-resolve 1.2.3']) {
			expect(text).toContain(words);
		}
	});
});
