import {expect, test} from 'vitest';
import type {Failure} from '../../source/failure.ts';
import type {Setting} from '../../source/settings/setting.ts';
import {settingsOf, table} from '../../source/settings/table.ts';
import {sandbox} from './sandbox.ts';

const rows: [string, Setting][] = settingsOf('config');

test('config concerns every setting', () => {
	expect(rows.map(([name]) => name)).toEqual(Object.keys(table));
});

test.each(rows)('%s has the variable and the flag that its key asks for', (_, {key, variable, flag}) => {
	const words = key.replace(/^llm\.(?=price$|confidence$|cost_budget$|budget_period$|allow_remote$)/, '');
	const named = /^llm\.providers\./.test(key)
		? /^(LOCAL|OPENAI|ANTHROPIC)_BASE_URL$/
		: `CR_${key.toUpperCase().replace('.', '_')}`;
	if (variable !== null) expect(variable).toMatch(named);
	if (flag !== null) expect(flag).toBe(`--${words.replaceAll(/[._]/g, '-')}`);
});

test.each(rows)('%s reads back what it shows, and every word that it names', (_, {kind, default: value}) => {
	if (kind.show(value) !== '') expect(kind.read(kind.show(value))).toEqual(value);
	for (const word of kind.choices) expect(kind.read(word)).toBeDefined();
});

test('the project file may set what can do no harm', () => {
	const allowed = rows.filter(([, {project}]) => project === 'allowed').map(([name]) => name);
	expect(allowed).toEqual(['mode', 'strategy', 'severity', 'path', 'parallel', 'maxWorkers', 'cacheEnabled']);
	const limited = rows.filter(([, {project}]) => project === 'lower' || project === 'higher');
	expect(Object.fromEntries(limited.map(([name, {project}]) => [name, project]))).toEqual({
		costBudget: 'lower',
		confidence: 'higher',
		breakerEnabled: 'higher',
		breakerThreshold: 'lower',
		breakerCooldown: 'higher',
		retryOnRateLimit: 'lower',
		retry: 'lower',
		retryMaxAttempts: 'lower',
	});
});

const samples = ['coderabbit minor', '1', 'm=1/1/1', 'openai', 'http://127.0.0.1:1', 'rediss://127.0.0.1'];

const keys = rows.map(([, {key, kind, default: value, project, member}]) => {
	if (member) return {key: `${key}.${member}`, project, value: key === 'closing' ? true : 'Q'};
	const [choice = samples.find(sample => kind.read(sample) !== undefined)] = kind.choices;
	return {key, project, value: kind.show(value) || choice};
});

test.each(keys)('the project file: $key, $project', async ({key, project, value}) => {
	const place = await sandbox();
	const nested = key.split('.').reduceRight<unknown>((inner, word) => ({[word]: inner}), value);
	await place.writeProject('.pr-resolve.json', JSON.stringify(nested));
	const code = await place.resolve({command: 'config'}).then(
		() => null,
		(error: Failure) => error.code,
	);
	const isOpen = project !== 'forbidden' && project !== 'user-only';
	expect(code).toBe(isOpen ? null : 'forbidden-setting');
});

test('undo has no setting that the project could spoil', () => {
	const ofGit = ['gitLowSpeed', 'gitLowSpeedTime', 'signTimeout'];
	expect(settingsOf('undo').map(([name]) => name)).toEqual(['writeShare', ...ofGit, 'storeUrl', 'logLevel', 'logFile']);
});

test.each([
	['octo-cat', ['octo-cat']],
	['review-bot[bot], octo_corp', ['review-bot', 'octo_corp']],
	[
		['a', 'b,c', 'a'],
		['a', 'b', 'c'],
	],
	[[], []],
	['', undefined],
	['a,', undefined],
	['a b', undefined],
	['-a', undefined],
	[['a', 5], undefined],
	[null, undefined],
	[{a: 1}, undefined],
])('logins from %j are %j', (raw, expected) => {
	expect(table.trustAuthor.kind.read(raw)).toEqual(expected);
});

test('a word is accepted in any case and kept as it is written in the table', () => {
	expect(table.logLevel.kind.read('debug')).toBe('DEBUG');
});
