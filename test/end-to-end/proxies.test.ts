import {readFileSync} from 'node:fs';
import {describe, expect, test} from 'vitest';
import type {ProxyOptions} from '../emulators/proxy.ts';
import {shouldRead} from '../emulators/vendor/obedient.ts';
import {makeCertificate} from '../helpers/certificate.ts';
import {hasOpenssl, withCertificate} from '../helpers/has-redis.ts';
import {hostOf} from '../helpers/host.ts';
import {anthropicModel, localModel, openAiModel} from '../helpers/models.ts';
import {once} from '../helpers/once.ts';
import {proxy} from '../helpers/proxy.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {userSettings} from '../helpers/user-settings.ts';
import {workTree} from '../helpers/work-tree.ts';

const vendors = ['api.openai.com', 'api.anthropic.com'];
const own = once(async () => {
	const {key, certificate} = makeCertificate(['api.github.com', ...vendors]);
	return {certificate, tls: {key: readFileSync(key, 'utf8'), cert: readFileSync(certificate, 'utf8')}};
});

/** A pull request with a comment for a model; its GitHub and the vendors are behind a proxy only, at their own addresses. */
async function network(options: ProxyOptions = {}) {
	const tree = workTree().branch('feature').remote('origin', 'https://github.com/octo/app.git');
	const gitHub = await hostOf([reviewOf(tree).comment('src/list.txt', 2, shouldRead('item two'))]);
	const [openai, anthropic] = [await openAiModel(), await anthropicModel()];
	const {tls, certificate} = await own();
	const hosts = {
		'api.github.com:443': gitHub.url,
		'api.openai.com:443': openai.url,
		'api.anthropic.com:443': anthropic.url,
	};
	const gate = await proxy({hosts, tls, ...options});
	const env = {
		...{GITHUB_TOKEN: gitHub.env.GITHUB_TOKEN, GITHUB_API_URL: '', ...openai.env, ...anthropic.env},
		...{HTTPS_PROXY: `http://me:secret@${gate.host}`, NODE_EXTRA_CA_CERTS: certificate},
	};
	return {...gate, tree, env};
}

describe.skipIf(!hasOpenssl)(withCertificate, () => {
	test.each([
		['openai', 'api.openai.com'],
		['anthropic', 'api.anthropic.com'],
	])('apply reaches GitHub and %s through HTTPS_PROXY', async (provider, host) => {
		const {tree, env, tunnels} = await network();
		const {code, json} = await tree.run(['apply', '7', '--llm-provider', provider, '--json'], {env});
		expect([code, json]).toMatchObject([0, {summary: {applied: 1}, llm: {requests: 1}}]);
		expect(new Set(tunnels)).toEqual(new Set(['api.github.com:443', `${host}:443`]));
	});

	test.each(['openai', 'anthropic'])('doctor names the proxy of GitHub and %s', async provider => {
		const {tree, env, host} = await network({login: 'me:secret'});
		const {stdout} = await tree.run(['doctor', '--llm-provider', provider], {env});
		const named = new RegExp(`(?:answers|responds) through the proxy ${host} \\(HTTPS_PROXY\\)`, 'g');
		expect(stdout.match(named)).toHaveLength(2);
		expect(stdout).not.toContain('secret');
	});

	test.each([
		['a wrong password', {login: 'me:right'}, 'the proxy requires a valid user name and password (407)'],
		['a proxy that refuses', {fault: 403}, 'the proxy refused the connection (403)'],
	])('doctor tells of %s for each host, without the password', async (_, options, says) => {
		const {tree, env, host} = await network(options);
		const {code, stdout} = await tree.run(['doctor', '--llm-provider', 'anthropic'], {env});
		for (const name of ['api.github.com', 'api.anthropic.com']) {
			expect(stdout).toContain(`Cannot reach ${name} through the proxy ${host} (HTTPS_PROXY): ${says}`);
		}
		expect(code).toBe(1);
		expect(stdout).not.toContain('secret');
	});
});

test('Ollama and a GitHub on this machine never see it', async () => {
	const tree = workTree().branch('feature').remote('origin', 'https://github.com/octo/app.git');
	const gitHub = await hostOf([reviewOf(tree).comment('src/list.txt', 2, shouldRead('item two'))]);
	const service = await localModel();
	const {host, tunnels} = await proxy({fault: 403});
	const env = {...gitHub.env, ...service.env, HTTP_PROXY: `http://${host}`, NODE_USE_ENV_PROXY: '1'};
	const {code, json} = await tree.run(['apply', '7', '--llm-preset', 'local-default', '--json'], {env});
	expect([code, json, tunnels]).toMatchObject([0, {summary: {applied: 1}}, []]);
});

test('Ollama on another machine is asked without it', async () => {
	const {host, tunnels} = await proxy();
	const tree = userSettings(workTree(), {llm: {allow_remote_local: true}});
	const env = {HTTP_PROXY: host, LOCAL_BASE_URL: 'http://ollama.invalid:11434'};
	const {stdout} = await tree.run(['doctor', '--llm-provider', 'ollama'], {env});
	expect(stdout).toContain('Ollama not running at http://ollama.invalid:11434: ENOTFOUND');
	expect(tunnels).toEqual([]);
});
