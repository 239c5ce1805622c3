import {expect, test} from 'vitest';
import {executable, run} from '../commands/program.ts';
import {hostOf} from '../helpers/host.ts';

const warned = async (argv: string[], env: Record<string, string>) => {
	const {code, stderr} = await run(executable, argv, {env});
	return {code, warnings: stderr.split('\n').filter(line => line.startsWith('WARNING CR_'))};
};

test.each(['config', 'doctor'])('%s warns of a mistyped variable, and names the one that was meant', async command => {
	const host = await hostOf([]);
	const {warnings} = await warned([command, '--json'], {...host.env, CR_LLM_COST_BUGDET: '0', CR_MODEE: 'fast'});
	expect(warnings).toEqual([
		'WARNING CR_LLM_COST_BUGDET is ignored because pr-resolve has no such variable; did you mean CR_LLM_COST_BUDGET?',
		'WARNING CR_MODEE is ignored because pr-resolve has no such variable; did you mean CR_MODE?',
	]);
});

test.each([
	['a setting without a variable', {CR_LLM_TIMEOUT: '5'}, ['llm.timeout has no variable; use --set llm.timeout']],
	['one that is like none', {CR_LLM_ZZZZZZZZZZZZZ: '5'}, ['is ignored because pr-resolve has no such variable']],
	['those that there are', {CR_MODE: 'all', CR_SCREEN_READER: 'false', CR_LLM_COST_BUDGET: '1'}, []],
	['strangers', {CR_REGISTRY_PASSWORD: 'x', CRATE: 'y', OTHER_CR_MODE: 'z'}, []],
	['an empty one', {CR_MODEE: ''}, []],
])('%s', async (_, env: Record<string, string>, words) => {
	const {code, warnings} = await warned(['config'], env);
	expect(code).toBe(0);
	expect(warnings).toEqual(words.map(text => expect.stringContaining(text)));
});

test('a command that would not read the variable is not disturbed', async () => {
	expect((await warned(['runs'], {CR_LLM_COST_BUGDET: '0', CR_LLM_TIMEOUT: '5'})).warnings).toEqual([]);
	expect((await warned(['runs'], {CR_LOG_LEVLE: 'INFO'})).warnings).toHaveLength(1);
});
