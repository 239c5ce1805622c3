import {spawnSync} from 'node:child_process';
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {newFolder} from '../../helpers/folders.ts';
import {type ProgramName, programNames} from './case.ts';
import {claudeProfile} from './claude.ts';
import {installPrograms} from './install.ts';
import type {Profile} from './profile.ts';

/** The arguments of a profile, as a shell would give them. */
const argsOf = ({needed}: Profile) =>
	needed.flatMap(part => part.map(word => (typeof word === 'string' ? word : word.source.includes('{') ? '{}' : 'x')));

function start(program: ProgramName, how: {args?: string[]; env?: object; files?: string[]; input?: string}) {
	const folder = newFolder();
	const {path} = installPrograms(folder, {[program]: 'success'});
	const cwd = join(folder, 'private', 'empty');
	mkdirSync(cwd, {recursive: true, mode: 0o700});
	for (const name of how.files ?? []) writeFileSync(join(cwd, name), '');
	const own = join(folder, 'private', 'tmp');
	const env = {...(program === 'claude' ? claudeProfile.env : {}), TMPDIR: own, ...how.env};
	return spawnSync(join(path, program), how.args ?? argsOf(claudeProfile), {
		cwd,
		env,
		input: how.input ?? 'A question',
		encoding: 'utf8',
		// As the leader of a group.
		...{detached: true},
	});
}

test('a start within the profile is played', () => {
	const {status, stdout, stderr} = start('claude', {});
	expect({status, stderr}).toEqual({status: 0, stderr: ''});
	expect(JSON.parse(stdout)).toMatchObject({type: 'result', structured_output: {}});
});

const safe = argsOf(claudeProfile);

test.each([
	['an argument too many', {args: [...safe, '--bare']}, 'argument "--bare"'],
	['a tool that is allowed', {args: safe.with(safe.indexOf('--tools') + 1, 'Bash')}, 'no argument --tools '],
	['an argument too few', {args: safe.filter(arg => arg !== '--strict-mcp-config')}, 'no argument --strict-mcp-config'],
	[
		'a prompt as argument',
		{args: [...safe, 'p'.repeat(40)], input: `I say ${'p'.repeat(40)}`},
		'the prompt is an argument',
	],
	['a token', {env: {GITHUB_TOKEN: 'x'}}, 'variable GITHUB_TOKEN'],
	['a key', {env: {ANTHROPIC_API_KEY: 'x'}}, 'variable ANTHROPIC_API_KEY'],
	['a login of another program', {env: {COPILOT_GITHUB_TOKEN: 'x'}}, 'variable COPILOT_GITHUB_TOKEN'],
	['a temporary folder of others', {env: {TMPDIR: '/tmp'}}, 'its temporary folder is not its own'],
	['a variable of the profile is missing', {env: {NO_COLOR: ''}}, 'variable NO_COLOR is not 1'],
	['a relative PATH', {env: {PATH: '/bin:.'}}, 'folder "." in PATH'],
	['a file in its folder', {files: ['CLAUDE.md']}, '"CLAUDE.md" in the folder'],
	['a command as prompt', {input: '/help'}, 'begins like a command'],
	['a blank prompt', {input: '\n'}, 'the prompt is empty'],
])('%s is refused', (_, how, reason) => {
	const {status, stderr} = start('claude', how);
	expect(status).toBe(97);
	expect(stderr).toContain(reason);
});

test.each(programNames)('%s without arguments is refused', program => {
	expect(start(program, {args: []}).status).toBe(97);
});
