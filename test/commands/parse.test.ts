import fc from 'fast-check';
import {expect, test} from 'vitest';
import {flagsOf} from '../../source/commands/flags.ts';
import {parse} from '../../source/commands/parse.ts';
import {registry} from '../../source/commands/registry.ts';
import {codePoint} from '../helpers/code-point.ts';

async function read(command: string, ...argv: string[]) {
	const {spec} = await registry.get(command)!.load();
	return parse(command, argv, flagsOf(command, spec.flags), spec.positionals);
}

test.each([
	[['12'], {pr: '12'}],
	[['--pr', '12'], {pr: '12'}],
	[['12', '--pr=12'], {pr: '12'}],
	[['0012'], {pr: '0012'}],
	[['1e3'], {pr: '1e3'}],
	[['--', '--odd-branch'], {pr: '--odd-branch'}],
	[['--dry-run', '--', '12'], {pr: '12', dryRun: true}],
	[['-5'], {pr: '-5'}],
	[['--pr', '-5'], {pr: '-5'}],
	[['-R', 'a/b'], {repo: 'a/b'}],
	[['-R=a/b'], {repo: 'a/b'}],
	[['--from=a=b.json'], {from: 'a=b.json'}],
	[['--from=--odd.json'], {from: '--odd.json'}],
	[['--from', "'quoted'"], {from: "'quoted'"}],
	[['--from', 'a.b.c'], {from: 'a.b.c'}],
	[['--trust-author', 'a', '--trust-author=b'], {trustAuthor: ['a', 'b'], pr: null}],
	[['--trust-author', 'a', '12'], {trustAuthor: ['a'], pr: '12'}],
	[['--no-color', '--no-input'], {noColor: true, noInput: true}],
	[['--reconsider', '12'], {reconsider: ['all'], pr: '12'}],
	[['12', '--reconsider'], {reconsider: ['all'], pr: '12'}],
	[['--reconsider', '--dry-run'], {reconsider: ['all'], dryRun: true}],
	[['--reconsider=f1', '--reconsider=f2', '12'], {reconsider: ['f1', 'f2'], pr: '12'}],
	[['--', '--reconsider'], {reconsider: [], pr: '--reconsider'}],
	[['-h'], {help: true}],
	[[], {pr: null, dryRun: false, yes: false, json: false, noColor: false, noInput: false, trustAuthor: [], mode: null}],
])('apply %j', async (argv, expected) => {
	expect((await read('apply', ...argv)).flags).toMatchObject(expected);
});

test.each([
	[['--ids', 'a', 'b', 'c'], {ids: ['a', 'b', 'c'], pr: null}],
	[['12', '--ids', 'a', 'b', '--format', 'agent'], {ids: ['a', 'b'], pr: '12', format: 'agent'}],
	[['--ids=a', 'b', '--no-llm', '12'], {ids: ['a', 'b'], pr: '12', noLlm: true}],
	[['--ids', 'a', '--', '12'], {ids: ['a'], pr: '12'}],
	[['--format', 'agent', '12'], {ids: [], pr: '12'}],
])('analyze %j', async (argv, expected) => {
	expect((await read('analyze', ...argv)).flags).toMatchObject(expected);
});

test('an argument is reported as one', async () => {
	expect((await read('setup', 'openai')).spelled).toEqual({llmProvider: 'argument [provider]'});
	expect((await read('setup', '--llm-provider', 'openai')).spelled).toEqual({});
	expect((await read('setup', 'openai', '--llm-provider', 'openai')).spelled).toEqual({});
});

test('an argument that no flag repeats is found under the positionals', async () => {
	expect((await read('undo', '2026')).positionals).toEqual(['2026']);
	expect((await read('undo')).positionals).toEqual([null]);
	expect((await read('apply', '12')).positionals).toEqual([]);
});

test.each([
	['unknown-flag', ['--dryrun'], '--dry-run'],
	['unknown-flag', ['--dry'], '--dry-run'],
	['unknown-flag', ['--dryRun'], '--dry-run'],
	['unknown-flag', ['--color'], '--color'],
	['unknown-flag', ['--no-json'], '--no-json'],
	['unknown-flag', ['--constructor'], '--constructor'],
	['unknown-flag', ['--__proto__=1'], '--__proto__'],
	['unknown-flag', ['--from.x', '1'], '--from'],
	['unknown-flag', ['-x'], '-x'],
	['unknown-flag', ['-Ra/b'], '-Ra/b'],
	['unknown-flag', ['-hR'], '-hR'],
	['unknown-flag', ['--amend'], '--amend'],
	['unknown-flag', ['-'], '-'],
	['repeated-flag', ['--pr', '1', '--pr', '2'], '--pr'],
	['repeated-flag', ['--repo', 'a', '-R', 'a'], '-R'],
	['repeated-flag', ['--json', '--json'], '--json'],
	['missing-value', ['--from'], '--from <file>'],
	['missing-value', ['--from', '--json'], '--from <file>'],
	['bad-value', ['--from', '-'], '--from does not support "-"'],
	['unknown-flag', ['-v'], '-v'],
	['missing-value', ['--from', '--', 'x'], '--from <file>'],
	['missing-value', ['--from='], '--from <file>'],
	['missing-value', ['--from', ''], '--from <file>'],
	['missing-value', ['--trust-author'], '--trust-author <login>'],
	['missing-value', ['--trust-author='], '--trust-author <login>'],
	['missing-value', ['--mode'], '--mode <mode>'],
	['missing-value', ['--reconsider='], '--reconsider <finding>'],
	['missing-value', [''], '[pr]'],
	['bad-value', ['--dry-run=yes'], '--dry-run'],
	['bad-value', ['--dry-run', 'false'], '--dry-run'],
	['bad-value', ['--no-color=0'], '--no-color'],
	['bad-value', ['12', '--pr', '13'], 'contradicts'],
	['superfluous-argument', ['12', '13'], '"13"'],
])('%s: apply %j', async (code, argv, words) => {
	const error = await read('apply', ...argv).catch(error => error);
	expect(error).toMatchObject({kind: 'usage', code});
	expect(`${error.message} ${error.remedy}`).toContain(words);
	expect(error.remedy).toContain('pr-resolve help apply');
});

test('a flag of another command is unknown', async () => {
	await expect(read('analyze', '--yes')).rejects.toMatchObject({code: 'unknown-flag'});
	await expect(read('runs', '--mode', 'all')).rejects.toMatchObject({code: 'unknown-flag'});
	await expect(read('runs', '12')).rejects.toMatchObject({code: 'superfluous-argument'});
});

test('a value survives, whatever it is and however it is passed', async () => {
	const value = fc.string({minLength: 1, unit: codePoint});
	await fc.assert(
		fc.asyncProperty(value, async given => {
			expect((await read('apply', `--from=${given}`)).flags.from).toBe(given);
			expect((await read('apply', '--', given)).flags.pr).toBe(given);
		}),
	);
});
