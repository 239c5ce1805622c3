import {describe, expect, test} from 'vitest';
import {commandLine, saveSetup} from '../../../source/run/setup/finish.ts';
import {checkChosenProvider} from '../../../source/run/setup/provider-steps.ts';
import {tryOut} from '../../../source/run/setup/trial.ts';
import {installPrograms} from '../../emulators/programs/install.ts';
import {briefly, draftIn, follow, worldOf} from './world.ts';

async function setUp(provider: 'cli-a' | 'cli-b', cases: Parameters<typeof installPrograms>[1]) {
	const world = worldOf();
	const programs = installPrograms(world.home, cases);
	// The stand-ins run on Node; real clients that this machine may have are not to be met.
	const path = `${programs.path}:${process.execPath.replace(/\/[^/]*$/, '')}`;
	const its = {...world, env: {...world.env, PATH: path}};
	return {programs, world: its, ...(await draftIn(its, provider))};
}

describe.each([
	['cli-a', 'claude', 'claude auth login'],
	['cli-b', 'codex', 'codex login'],
	['cli-b', 'copilot', 'copilot login'],
] as const)('%s by %s', (provider, program, login) => {
	test('shows how to log in, and is ready once you have', async () => {
		const {programs, world, draft} = await setUp(provider, {[program]: 'not-logged-in'});
		const before = await follow(checkChosenProvider(draft, world));
		expect(briefly(before.result)).toBe('program ok, login needs-you');
		expect(before.result[0]!.detail).toMatch(new RegExp(`^${program} \\d`));
		expect(before.result[1]).toMatchObject({
			detail: expect.stringContaining('Not authenticated'),
			ways: [{kind: 'command', command: login}],
			exitCode: 4,
		});
		programs.set(program, 'success');
		const after = await follow(checkChosenProvider(draft, world));
		expect(briefly(after.result)).toBe('program ok, login ok');
		expect(after.result.map(({ways}) => ways)).toEqual([[], []]);
	});
});

test('a pay-per-use login does not count', async () => {
	const {world, draft} = await setUp('cli-a', {claude: 'api-key-login'});
	const {result} = await follow(checkChosenProvider(draft, world));
	expect(briefly(result)).toBe('program ok, login needs-you');
	expect(result[1]).toMatchObject({
		detail: expect.stringContaining('subscription required'),
		ways: [{kind: 'command', command: 'claude auth login'}],
		exitCode: 4,
	});
});

test.each([
	['cli-a', ['npm install -g @anthropic-ai/claude-code']],
	['cli-b', ['npm install -g @openai/codex', 'npm install -g @github/copilot']],
] as const)('%s that is not installed comes with the commands that install it', async (provider, commands) => {
	const {world, draft} = await setUp(provider, {});
	const {result} = await follow(checkChosenProvider(draft, world));
	expect(briefly(result)).toBe('program needs-you, login todo');
	expect(result[0]!.detail).toContain('command not found');
	expect(result[0]!.ways).toEqual(commands.map(command => ({kind: 'command', command})));
});

test.each([
	['cli-a', 'claude', 'npm install -g @anthropic-ai/claude-code@latest'],
	['cli-b', 'codex', 'npm install -g @openai/codex@latest'],
	['cli-b', 'copilot', 'npm install -g @github/copilot@latest'],
] as const)(
	'%s by a %s that does not know an argument comes with the command that installs a newer one',
	async (...row) => {
		const [provider, program, command] = row;
		const {world, draft} = await setUp(provider, {[program]: 'too-old'});
		const {result} = await follow(checkChosenProvider(draft, world));
		expect(briefly(result)).toBe('program needs-you, login todo');
		expect(result[0]!.ways).toEqual([{kind: 'command', command}]);
	},
);

test('of the two clients the one that was chosen is checked, and saved', async () => {
	const {world, draft} = await setUp('cli-b', {codex: 'success', copilot: 'not-logged-in'});
	const chosen = {...draft, client: 'copilot'} as const;
	const {result} = await follow(checkChosenProvider(chosen, world));
	expect(result[1]!.ways).toEqual([{kind: 'command', command: 'copilot login'}]);
	await saveSetup(chosen, null, world);
	const saved = await draftIn(world, 'cli-b');
	expect(saved.draft).toEqual({...chosen, settings: saved.settings});
	expect(commandLine(chosen, null)).toBe('pr-resolve apply --llm-preset codex-cli-free --set llm.client=copilot');
});

test('a real question goes through the client; a useless answer is reported and costs nothing', async () => {
	const {programs, world, draft} = await setUp('cli-a', {claude: {name: 'success', answer: {nothing: true}}});
	const trial = await tryOut(draft, world);
	expect(trial).toMatchObject({
		step: {status: 'warning', remedy: expect.stringContaining('the answer does not match the schema'), exitCode: 0},
		costUsd: 0,
	});
	expect(programs.calls().filter(({kind}) => kind === 'request')).toHaveLength(1);
	programs.set('claude', 'usage-window');
	expect((await tryOut(draft, world)).step).toMatchObject({status: 'needs-you', exitCode: 1});
});
