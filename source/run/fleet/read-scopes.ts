import {readFile} from 'node:fs/promises';
import {resolve} from 'node:path';
import type {ListScope} from '../../code-host/lists.ts';
import {Failure} from '../../failure.ts';
import {messageOf, systemCode} from '../../system/errors.ts';
import {codeHostOf} from '../code-host.ts';
import type {Context} from '../context.ts';

/**
 * Reads the scopes of a command: what `codeHost.scopeAt` reads, `@file` with one a line, or `-` for the same from `stdin`.
 * Blank lines and comments, which begin with `#`, are skipped; scopes that are named twice count once.
 * @throws {Failure} usage `no-scope`, `bad-scope`, `no-scope-file`
 */
export async function readScopes(
	command: string,
	words: readonly string[],
	stdin: () => Promise<string>,
	context: Pick<Context, 'cwd' | 'codeHost'>,
): Promise<ListScope[]> {
	if (words.length === 0) throw noScope(`${command} needs a scope: which pull requests to list.`);
	const {scopeAt} = codeHostOf(context);
	const scopes = new Map<string, ListScope>();
	const add = (text: string, place: string) => {
		const scope = scopeAt(text);
		if (!scope) throw badScope(text, place);
		scopes.set(JSON.stringify(scope).toLowerCase(), scope);
	};
	let isStdinRead = false;
	for (const word of words) {
		const file = word === '-' ? 'stdin' : word.startsWith('@') ? word.slice(1) : null;
		if (file === null) {
			add(word.trim(), '');
			continue;
		}
		// What was read from stdin is gone.
		if (word === '-' && isStdinRead) continue;
		isStdinRead ||= word === '-';
		const text = word === '-' ? await stdin() : await readScopeFile(file, context.cwd);
		for (const [index, line] of text
			.replace(/^\ufeff/, '')
			.split('\n')
			.entries()) {
			const scope = line.replace(/(?:^|\s)#.*/s, '').trim();
			if (scope !== '') add(scope, `${file}:${index + 1}: `);
		}
	}
	if (scopes.size === 0) throw noScope('There is no scope in the lines that were read.');
	return [...scopes.values()];
}

/** A scope as a user writes it. */
export function nameOfScope(scope: ListScope): string {
	const path = [...(scope.host === null ? [] : [scope.host]), scope.owner, ...('name' in scope ? [scope.name] : [])];
	return `${path.join('/')}${'number' in scope ? `#${scope.number}` : ''}`;
}

async function readScopeFile(file: string, cwd: string): Promise<string> {
	try {
		return await readFile(resolve(cwd, file), 'utf8');
	} catch (error) {
		const message = `Cannot read ${file || '@'} (${systemCode(error) ?? messageOf(error)}).`;
		const remedy = 'Pass @ and the path of a file with one scope a line.';
		throw new Failure('usage', 'no-scope-file', message, remedy, {cause: error});
	}
}

const noScope = (message: string) =>
	new Failure(
		'usage',
		'no-scope',
		message,
		'Pass an organization (acme), a repository (acme/api), a URL, @file, or - for stdin.',
	);

const badScope = (text: string, place: string) =>
	new Failure(
		'usage',
		'bad-scope',
		`${place}"${text}" is not an account, a repository or a pull request.`,
		'Expected: acme, acme/api, acme/api#12, or the URL of one of these.',
	);
