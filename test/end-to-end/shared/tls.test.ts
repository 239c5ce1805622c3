import {describe, expect, test} from 'vitest';
import type {Report} from '../../../source/run/report/report.ts';
import {freePort} from '../../emulators/redis.ts';
import {ledTo} from '../../emulators/vendor/lead.ts';
import {makeCertificate} from '../../helpers/certificate.ts';
import {hasOpenssl, hasRedis, withTls} from '../../helpers/has-redis.ts';
import {openAiModel} from '../../helpers/models.ts';
import {redisServer} from '../../helpers/redis-server.ts';
import {remarks} from '../../helpers/remarks.ts';
import {workTree} from '../../helpers/work-tree.ts';
import {spentOn} from './applying.ts';

async function tlsServer() {
	const {key, certificate} = makeCertificate();
	const port = await freePort();
	const files = ['--tls-cert-file', certificate, '--tls-key-file', key, '--tls-ca-cert-file', certificate];
	const server = await redisServer('--tls-port', `${port}`, '--tls-auth-clients', 'no', ...files);
	return {server, certificate, url: `rediss://127.0.0.1:${port}`};
}

/** Only a new process reads which certificate authorities it trusts. */
async function applied(env: Record<string, string>) {
	const [tree, service] = [workTree(), await openAiModel()];
	const args = ['apply', '--from', remarks(tree, 2), '--json', '--llm-preset', 'openai-api-mini'];
	const ended = await tree.run([...args, '--set', 'llm.budget_period=month'], {env: {...ledTo(service), ...env}});
	return {...ended, report: ended.json as Report, asked: service.asks().length};
}

test('an address on another machine without TLS is a usage error', async () => {
	const {code, stdout, asked} = await applied({CR_STORE_URL: 'redis://me:hidden@budget.example'});
	expect([code, asked]).toEqual([2, 0]);
	expect(stdout).toContain('rediss://');
	expect(stdout).not.toContain('hidden');
});

describe.skipIf(!hasRedis || !hasOpenssl)(withTls, () => {
	test('a server whose certificate is trusted keeps the budget', async () => {
		const {server, url, certificate} = await tlsServer();
		const {code, report, asked} = await applied({CR_STORE_URL: url, NODE_EXTRA_CA_CERTS: certificate});
		expect([code, asked, report.llm.budgetShared]).toEqual([0, 2, true]);
		expect(await spentOn(server)).toMatchObject({settled: expect.closeTo(report.llm.costUsd, 9), reserved: 0});
	});

	test('a server whose certificate is not trusted gets nothing, and the reason is named', async () => {
		const {server, url} = await tlsServer();
		const {code, report, stderr, asked} = await applied({CR_STORE_URL: url});
		expect([code, asked, report.llm.stoppedBy]).toEqual([5, 0, 'store']);
		expect(stderr).toMatch(/its certificate is not trusted \(\w+\)/);
		expect(JSON.stringify(report.warnings) + stderr).toContain('NODE_EXTRA_CA_CERTS');
		expect(await server.store.command('KEYS', '*')).toEqual([]);
	});
});
