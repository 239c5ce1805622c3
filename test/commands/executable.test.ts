import {execFileSync} from 'node:child_process';
import {mkdir, readFile, stat, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {table} from '../../source/settings/table.ts';
import {newFolder} from '../helpers/folders.ts';
import {executable, run} from './program.ts';

async function repository(projectFile: string) {
	const root = newFolder();
	await mkdir(join(root, '.git'));
	await writeFile(join(root, '.pr-resolve.yaml'), projectFile);
	return root;
}

test.each([['--version'], ['-V'], ['-v'], ['apply', '--version'], ['undo', '-V']])(
	'%j prints the version of the package',
	async (...argv) => {
		const {version} = JSON.parse(await readFile(join(import.meta.dirname, '../../package.json'), 'utf8'));
		expect(await run(executable, argv)).toEqual({stdout: `${version}\n`, stderr: '', code: 0});
	},
);

test.each([
	[['--help'], 'Commands:'],
	[['-h'], 'Commands:'],
	[['help'], 'Commands:'],
	[['help', 'apply'], 'Usage: pr-resolve apply [pr] [flags]'],
	[['undo', '--help'], 'Usage: pr-resolve undo [run] [flags]'],
	[['config', '--no-such-flag', '-h'], 'Usage: pr-resolve config [flags]'],
])('%j is help on stdout', async (argv, words) => {
	const {stdout, stderr, code} = await run(executable, argv);
	expect([stderr, code]).toEqual(['', 0]);
	expect(stdout).toContain(words);
});

test('no command at all is help on stderr and exit 2', async () => {
	const {stdout, stderr, code} = await run(executable, []);
	expect([stdout, code]).toEqual(['', 2]);
	expect(stderr).toContain('Commands:');
});

test('a pull request without a command is for a terminal: otherwise help and the reason', async () => {
	for (const name of ['12', 'https://github.com/octo/app/pull/12/files']) {
		const {stdout, stderr, code} = await run(executable, [name]);
		expect([stdout, code]).toEqual(['', 2]);
		expect(stderr).toMatch(
			/Commands:[\s\S]*\npr-resolve: review needs a terminal, but stdin is not a terminal\.\nRun `/,
		);
	}
	expect((await run(executable, ['12', '--help'])).stdout).toContain('Usage: pr-resolve review [pr] [flags]');
});

test.each([
	[['confg'], 'There is no command "confg".', 'Did you mean "config"?'],
	[['help', 'confg'], 'There is no command "confg".', 'Did you mean "config"?'],
	[['12', '--yes'], 'There is no flag --yes for review.', 'It is a flag of apply, watch, '],
	[['runs', '--llm-model', 'x'], 'There is no flag --llm-model for runs.', 'It is a flag of apply, analyze, '],
	[['login'], 'There is no command "login".', 'Did you mean "setup"?'],
	[['version'], 'There is no command "version".', 'Did you mean --version?'],
	[['--yes'], 'Expected a command, got the flag --yes.', 'Put flags after the command.'],
	[['config', '--jsno'], 'There is no flag --jsno for config.', 'Did you mean --json?'],
	[['setup', 'opnai'], 'The argument [provider] does not accept "opnai".', 'Did you mean "openai"?'],
	[['config', '--set', 'llm.price=x'], '--set llm.price does not accept "x".', 'my-model=0.5/0.05/1.5'],
	[['apply', '--from', '-'], '--from does not support "-"', 'Pass --from <file>.'],
	[['config', '--mode', 'fast'], '--mode does not accept "fast".', 'Expected: all'],
	[['config', '--config', 'none.json'], 'none.json does not exist', 'path'],
	[['config', '--log-file', 'no/such/folder/log'], 'no/such/folder/log cannot be written', '--log-file'],
])('%j is a usage error: message and remedy on two lines of stderr', async (argv, message, remedy) => {
	const {stdout, stderr, code} = await run(executable, argv);
	expect([stdout, code]).toEqual(['', 2]);
	const [first, second, ...more] = stderr.split('\n');
	expect(first).toMatch(/^pr-resolve: /);
	expect(first).toContain(message);
	expect(second).toContain(remedy);
	expect(more).toEqual(['']);
});

test.each([
	[['--json'], 'unknown-flag', 'report'],
	[['confg', '--json'], 'unknown-command', 'report'],
	[['apply', '--json', '--jsno'], 'unknown-flag', 'report'],
	[['config', '--jsno', '--json'], 'unknown-flag', 'config'],
	[['config', '--json', '--json'], 'repeated-flag', 'config'],
	[['config', '--json', '--mode'], 'missing-value', 'config'],
	[['runs', '--json', '12'], 'superfluous-argument', 'runs'],
	[['bench', '--json', '--iterations', '0'], 'bad-value', 'benchmark'],
])('%j prints one JSON document in the schema of its command and nothing else', async (argv, code, schema) => {
	const result = await run(executable, argv);
	expect([result.stderr, result.code]).toEqual(['', 2]);
	expect(JSON.parse(result.stdout)).toEqual({
		schema: `pr-resolve/${schema}@1`,
		error: {code, message: expect.stringMatching(/./), remedy: expect.stringMatching(/./)},
		exitCode: 2,
	});
});

test('--json after the -- that ends flags is no flag', async () => {
	const {stdout, stderr} = await run(executable, ['config', '--', '--json']);
	expect(stdout).toBe('');
	expect(stderr).toContain('Unexpected argument "--json"');
});

test('config shows each setting, its value and its origin', async () => {
	const cwd = await repository('mode: dry-run\n');
	const key = ['sk', 'fake', '0123456789abcdef'].join('-');
	const env = {CR_STRATEGY: 'skip', CR_LLM_API_KEY: key};
	const {stdout, code} = await run(executable, ['config', '--log-level=error'], {cwd, env});
	expect(code).toBe(0);
	const lines = stdout.trimEnd().split('\n');
	const rows = lines.map(line => line.split(/ {2,}/));
	expect(rows.map(([setting]) => setting)).toEqual(['setting', ...Object.values(table).map(setting => setting.key)]);
	expect(rows).toEqual(
		expect.arrayContaining([
			['setting', 'value', 'origin'],
			['mode', 'dry-run', 'project file .pr-resolve.yaml:1'],
			['strategy', 'skip', 'environment CR_STRATEGY'],
			['trust', 'members', 'default'],
			['severity', '-', 'default'],
			['llm.api_key', '(set, not shown)', 'environment CR_LLM_API_KEY'],
			['log_level', 'ERROR', 'flag --log-level'],
		]),
	);
	expect(stdout).not.toContain(key);
});

test('config --json gives values as data', async () => {
	const {stdout} = await run(executable, ['config', '--json', '--trust-author', 'a', '--trust-author', 'b[bot]']);
	const {schema, settings} = JSON.parse(stdout);
	expect(schema).toBe('pr-resolve/config@1');
	expect(settings).toContainEqual({key: 'trust_author', value: ['a', 'b'], origin: 'flag --trust-author'});
	expect(settings).toContainEqual({key: 'log_file', value: null, origin: 'default'});
});

test('config is coloured on demand only', async () => {
	const forced = {env: {FORCE_COLOR: '1'}};
	expect((await run(executable, ['config'])).stdout).not.toContain('\u001b');
	expect((await run(executable, ['config'], forced)).stdout).toContain('\u001b[1m');
	expect((await run(executable, ['config', '--no-color'], forced)).stdout).not.toContain('\u001b');
	expect((await run(executable, ['config'], {env: {FORCE_COLOR: '1', NO_COLOR: '1'}})).stdout).not.toContain('\u001b');
});

test('the content of a file cannot control the terminal', async () => {
	const cwd = await repository('"\\e[2Jmode": all\n');
	const {stderr, code} = await run(executable, ['config'], {cwd});
	expect(code).toBe(2);
	expect(stderr).toContain('\\u001b[2Jmode');
	expect(stderr).not.toContain('\u001b');
});

test('a log file is made for its owner alone', async () => {
	const cwd = await repository('');
	expect((await run(executable, ['config', '--log-file', 'run.log'], {cwd})).code).toBe(0);
	expect((await stat(join(cwd, 'run.log'))).mode & 0o777).toBe(0o600);
});

test('the bundle is executable by itself and holds the licences of what is in it', async () => {
	expect(execFileSync(executable, ['--version'], {encoding: 'utf8'})).toMatch(/^\d+\.\d+\.\d+\n$/);
	const texts = await readFile(join(executable, '../THIRD-PARTY-LICENSES.txt'), 'utf8');
	for (const name of ['meow', 'yargs-parser', 'yaml', 'smol-toml', 'jsonc-parser']) expect(texts).toContain(name);
	expect(texts).not.toContain('biome');
});
