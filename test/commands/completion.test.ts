import {execFileSync, spawnSync} from 'node:child_process';
import {chmodSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeAll, describe, expect, test} from 'vitest';
import {newFolder} from '../helpers/folders.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {workTree} from '../helpers/work-tree.ts';
import {executable, run} from './program.ts';

/** What could come next in a line: its first words, or `:files`. */
async function next(...words: string[]): Promise<string[]> {
	const given = `--words=${words.map(word => `\n${word}`).join('')}.`;
	const {code, stdout} = await run(executable, ['completion', 'zsh', given]);
	expect(code).toBe(0);
	return stdout.split('\n').flatMap(line => (line === '' ? [] : line.split('\t')[0]!));
}

test('the first word is a command', async () => {
	expect(await next('')).toEqual(expect.arrayContaining(['apply', 'undo', 'help', '--version']));
	expect(await next('an')).toEqual(['analyze']);
	expect(await next('help', 'an')).toEqual(['analyze']);
	expect(await next('no-such-command', '')).toEqual([]);
});

test('flags are those of the command, once each unless they can be repeated', async () => {
	expect(await next('apply', '--stra')).toEqual(['--strategy']);
	expect(await next('apply', '--dry-run', '--dry')).toEqual([]);
	expect(await next('apply', '--strategy=skip', '--strat')).toEqual([]);
	expect(await next('apply', '--author', 'copilot', '--aut')).toEqual(['--author']);
	expect(await next('runs', '--stra')).toEqual([]);
	expect(await next('apply', '')).toContain('--dry-run');
});

test('values are the accepted words, the reviewers that have a format of their own, or files', async () => {
	expect(await next('apply', '--strategy', '')).toEqual(['priority', 'skip', 'ask']);
	expect(await next('apply', '--strategy=s')).toEqual(['--strategy=skip']);
	expect(await next('apply', '--hooks=')).toEqual(['--hooks=true', '--hooks=false', '--hooks=accept']);
	expect(await next('apply', '--hooks', '--dry')).toEqual(['--dry-run']);
	expect(await next('apply', '--llm-preset', 'ollama')).not.toEqual([]);
	expect(await next('apply', '--author', 'coder')).toEqual(['coderabbitai']);
	expect(await next('apply', '--from', 'review.j')).toEqual([':files']);
	expect(await next('apply', '--message', 'x')).toEqual([]);
	expect(await next('completion', 'f')).toEqual(['fish']);
});

test('--set takes the keys of the command, with the accepted words', async () => {
	expect(await next('apply', '--set', 'mode=')).toEqual(expect.arrayContaining(['mode=all', 'mode=dry-run']));
	expect(await next('apply', '--set', 'llm.time')).toEqual(['llm.timeout=']);
	expect(await next('apply', '--set', 'llm.api')).toEqual([]);
	expect(await next('undo', '--set', 'mode')).toEqual([]);
	const bash = ['completion', 'bash', '--words=\napply\n--set\nstrategy\n=\ns.'];
	expect((await run(executable, bash)).stdout).toBe('skip\t\n');
});

test('undo takes the runs of the working tree', async () => {
	const tree = workTree();
	const from = reviewOf(tree).suggest('src/list.txt', 2, ['better']).save();
	await tree.run(['apply', '--from', from, '--yes']);
	const {runs} = (await tree.run(['runs', '--json'])).json as {runs: {id: string}[]};
	const {stdout} = await tree.run(['completion', 'fish', '--words=\nundo\n.']);
	expect(stdout).toBe(`${runs[0]!.id}\tdone, octo/app#7\n`);
});

test('without a shell, or with another, it says which there are', async () => {
	const {code, stderr} = await run(executable, ['completion', 'tcsh']);
	expect([code, stderr]).toEqual([
		2,
		'pr-resolve: There is no completion for tcsh.\nRun: pr-resolve completion bash, or zsh, or fish\n',
	]);
});

describe('in the shell itself', () => {
	const bin = newFolder();
	beforeAll(() => {
		writeFileSync(join(bin, 'pr-resolve'), `#!/bin/sh\nexec '${process.execPath}' '${executable}' "$@"\n`);
		chmodSync(join(bin, 'pr-resolve'), 0o755);
	});
	const has = (shell: string) => spawnSync(shell, ['--version']).status === 0;
	const call = (shell: string, ...args: string[]) =>
		execFileSync(shell, args, {
			env: {HOME: newFolder(), PATH: `${bin}:${process.env.PATH}`},
			encoding: 'utf8',
		}).trim();

	test.skipIf(!has('bash'))('bash', () => {
		const complete = (...words: string[]) =>
			call(
				'bash',
				'--norc',
				'-c',
				`eval "$(pr-resolve completion bash)"; COMP_WORDS=(pr-resolve "$@"); COMP_CWORD=$#; _pr_resolve; printf '%s\\n' "\${COMPREPLY[@]}"`,
				'bash',
				...words,
			);
		expect(complete('an')).toBe('analyze');
		expect(complete('apply', '--strategy', '=', 's')).toBe('skip');
		expect(complete('apply', '--strategy', '=')).toBe('priority\nskip\nask');
		expect(complete('apply', '--from', '/etc/host').split('\n')).toContain('/etc/hosts');
	});

	test.skipIf(!has('zsh'))('zsh', () => {
		const script = `autoload -U compinit && compinit -u -D; eval "$(pr-resolve completion zsh)"; _describe() { print -l -- $rows }; words=(pr-resolve apply --strategy ''); CURRENT=4; _pr_resolve; print -- $_comps[pr-resolve]`;
		expect(call('zsh', '-f', '-c', script)).toBe('priority\nskip\nask\n_pr_resolve');
	});

	test.skipIf(!has('fish'))('fish', () => {
		const complete = (line: string) =>
			call('fish', '--no-config', '-c', `pr-resolve completion fish | source; complete -C '${line}'`);
		expect(complete('pr-resolve an')).toContain('analyze\tshow findings');
		expect(complete('pr-resolve apply --strategy ').split('\n').toSorted()).toEqual(['ask', 'priority', 'skip']);
		expect(complete('pr-resolve apply --from /etc/host')).toContain('/etc/hosts');
	});
});
