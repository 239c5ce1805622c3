import {describe, expect, test} from 'vitest';
import {closedPort} from '../../emulators/redis.ts';
import {ledTo} from '../../emulators/vendor/lead.ts';
import {hasRedis, withRedis} from '../../helpers/has-redis.ts';
import {openAiModel} from '../../helpers/models.ts';
import {remarks} from '../../helpers/remarks.ts';
import {workTree} from '../../helpers/work-tree.ts';
import {applied, CR_STORE_KEY, expectNoSecrets, lockedRedis, secret} from './applying.ts';

const one = 'Send 1 finding';

async function opened(url: string) {
	const [tree, service] = [workTree(), await openAiModel()];
	const provider = {CR_LLM_PROVIDER: 'openai', CR_LLM_MODEL: 'mini', CR_LLM_BUDGET_PERIOD: 'month'};
	const terminal = tree.terminal(['review', '--from', remarks(tree, 2)], {
		env: {...ledTo(service), ...provider, CR_STORE_URL: url, CR_STORE_KEY},
	});
	await terminal.waitFor('m send to model');
	terminal.press('m');
	await terminal.answer(one, 'y');
	return {tree, service, terminal};
}

test('the app shows why nothing was sent, and no password', async () => {
	const {tree, service, terminal} = await opened(secret(`redis://127.0.0.1:${closedPort}`));
	await terminal.waitFor('needs-model: The shared answers cannot be reached');
	await terminal.waitFor(`127.0.0.1:${closedPort}: connection refused.`);
	expectNoSecrets(tree, {code: 0, stdout: terminal.screen(), stderr: '', json: null});
	terminal.press('q');
	expect([await terminal.ended, service.asks().length]).toEqual([5, 0]);
});

describe.skipIf(!hasRedis)(withRedis, () => {
	test('the gauges of the app show a shared budget', async () => {
		const {tree, service, terminal} = await opened((await lockedRedis()).url);
		await terminal.waitFor('the model proposes 1 change');
		await terminal.waitFor(/\$0\.00\d* of \$5\.00 shared/);
		expectNoSecrets(tree, {code: 0, stdout: terminal.screen(), stderr: '', json: null});
		terminal.press('q');
		await terminal.ended;
		expect(service.asks()).toHaveLength(1);
	});

	test('the report shows a shared budget and shared answers', async () => {
		const [server, service] = [await lockedRedis(), await openAiModel()];
		const told = {env: {CR_STORE_KEY}, flags: ['--show-metrics']};
		expect((await applied(service, server.url, 2, told)).stdout).toContain('of a shared budget of $5.00');
		expect((await applied(service, server.url, 2, told)).stdout).toMatch(/Cache hits +2 \(2 shared\)/);
	});
});
