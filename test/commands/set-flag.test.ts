import {expect, test} from 'vitest';
import {workTree} from '../helpers/work-tree.ts';

type Shown = {settings: {key: string; value: unknown; origin: string}[]};

test('--set sets any setting, with the precedence of a flag', async () => {
	const tree = workTree();
	const given = ['llm.timeout=7', 'path=src/**', 'path=docs/**', 'llm.cache_enabled=false', 'mode=dry-run'];
	const args = ['config', '--json', ...given.flatMap(pair => ['--set', pair])];
	const {code, json} = await tree.call(args, {env: {CR_MODE: 'all'}});
	const {settings} = json as Shown;
	const settingOf = (key: string) => settings.find(one => one.key === key);
	expect(code).toBe(0);
	expect(settingOf('llm.timeout')).toEqual({key: 'llm.timeout', value: 7, origin: 'flag --set'});
	expect(settingOf('path')).toMatchObject({value: ['src/**', 'docs/**'], origin: 'flag --set'});
	expect(settingOf('llm.cache_enabled')).toMatchObject({value: false});
	expect(settingOf('mode')).toMatchObject({value: 'dry-run', origin: 'flag --set'});
});

test.each([
	['apply', ['mode'], '--set does not accept "mode".', 'Pass a key and a value, such as --set mode=all.'],
	['apply', ['=all'], '--set does not accept "=all".', 'such as --set mode=all.'],
	['apply', ['mode=al'], '--set mode does not accept "al".', 'Did you mean "all"?'],
	['apply', ['mod=all'], 'There is no setting "mod" (flag --set).', 'Did you mean "mode"?'],
	['apply', ['mode=all', 'mode=all'], '--set mode appears more than once.', 'Pass it once.'],
	['apply', ['llm.api_key=x'], 'does not accept the secret "llm.api_key"', 'Set the variable CR_LLM_API_KEY.'],
	['apply', ['store_key=0123456789abcdef'], 'does not accept the secret "store_key"', 'the variable CR_STORE_KEY.'],
	['review', ['theme=dark'], '"theme" is only allowed in your user settings (flag --set).', 'Set "theme" in '],
	['review', ['keys.review.quit=x'], '"keys.review" is only allowed in your user settings', 'config.json'],
	['review', ['closing.push=true'], '"closing" is only allowed in your user settings', 'config.json'],
	['apply', ['llm.allow_remote_local=true'], 'is only allowed in your user settings', 'config.json'],
	['undo', ['mode=all'], 'undo does not use the setting "mode".', 'It is a setting of apply, analyze, review'],
	['apply', ['yes=true'], 'There is no setting "yes" (flag --set).', 'All keys'],
])('%s --set %j is refused: %s', async (command, pairs, message, remedy) => {
	const {code, stderr} = await workTree().call([command, ...pairs.flatMap(pair => ['--set', pair])]);
	expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
	expect(stderr).toContain(remedy);
});

test('a flag and --set for the same setting are refused', async () => {
	const {code, stderr} = await workTree().call(['apply', '--mode', 'all', '--set', 'mode=all']);
	expect([code, stderr]).toEqual([
		2,
		'pr-resolve: --set mode sets the same as the flag --mode.\nPass only one of them.\n',
	]);
});

test.each([
	[['--split', 'file'], '--set split=file'],
	[['--confidence=0.9'], '--set llm.confidence=0.9'],
	[['--llm-timeout'], '--set llm.timeout=<s>'],
	[['--write-share', 'x'], '--set write_share=<1/n>'],
	[['--exclude-outdated'], '--set exclude_outdated=true'],
	[['--no-signoff'], '--set signoff=false'],
	[['--no-co-authors'], '--set co_authors=false'],
])('a setting that is passed as a flag which it does not have: %j', async (args, instead) => {
	const {code, stderr} = await workTree().call(['apply', ...args]);
	expect([code, stderr]).toEqual([2, expect.stringContaining(`Pass ${instead}. See: pr-resolve help apply`)]);
});
