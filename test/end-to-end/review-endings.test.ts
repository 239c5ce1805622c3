import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {ledTo} from '../emulators/vendor/lead.ts';
import {localModel, openAiModel} from '../helpers/models.ts';
import {remarkAndSuggestion} from '../helpers/remarks.ts';
import {type Environment, workTree} from '../helpers/work-tree.ts';

const failing = {fault: ({asked}: {asked: unknown}) => (asked ? ('server-error' as const) : null)};

/** Why a question gets no answer, the exit code, and the message. */
const troubles: Record<string, [code: number, said: RegExp, env: () => Promise<Environment>]> = {
	'a budget that is too small': [
		5,
		/LLM cost budget exceeded/,
		async () => ({...ledTo(await openAiModel()), CR_LLM_PROVIDER: 'api-a', CR_LLM_COST_BUDGET: '0.0001'}),
	],
	'a key that is refused': [
		4,
		/Incorrect or invalid API key/,
		async () => ({...ledTo(await openAiModel({fault: 'auth'})), CR_LLM_PROVIDER: 'api-a'}),
	],
	'a circuit that opens': [
		5,
		/CircuitBreakerOpen|runner process/,
		async () => ({
			...ledTo(await localModel(failing)),
			CR_LLM_PROVIDER: 'local',
			CR_LLM_CIRCUIT_BREAKER_THRESHOLD: '1',
		}),
	],
	'a server that is down': [
		1,
		/Ollama not running/,
		async () => {
			const service = await localModel();
			await service.close();
			return {...ledTo(service), CR_LLM_PROVIDER: 'local'};
		},
	],
};

describe.each(Object.entries(troubles))('%s', (_name, [code, said, world]) => {
	test.each([
		['the screen', [], 'm'],
		['lines', ['--screen-reader'], '1\rm\r'],
	])('leaving %s ends as analyze does, and its accounts say so', async (way, flags, asking) => {
		const tree = workTree();
		const from = remarkAndSuggestion(tree);
		const env: Environment = {...(await world()), CR_LLM_RETRY_MAX_ATTEMPTS: '1'};
		const analyzed = await tree.call(['analyze', '--from', from, '--llm-enabled', '--json'], {env});
		expect([analyzed.code, analyzed.json]).toMatchObject([code, {exitCode: code}]);
		const metrics = ['--metrics-output', '../metrics.json'];
		const terminal = tree.terminal(['review', '--from', from, ...flags, ...metrics], {env});
		await terminal.waitFor(flags.length > 0 ? /2 findings, / : 'm send to model');
		terminal.press(asking);
		if (env.CR_LLM_PROVIDER === 'api-a') {
			await terminal.answer(/Send .* to openai .*\?/, flags.length > 0 ? 'y\r' : 'y');
		}
		await terminal.waitFor(said);
		terminal.press(flags.length > 0 ? 'q\r' : 'q');
		expect([way, await terminal.ended]).toEqual([way, code]);
		const written = JSON.parse(readFileSync(join(tree.root, '../metrics.json'), 'utf8'));
		expect(written.summary).toMatchObject({exitCode: code});
	});
});
