import {createServer} from 'node:net';
import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';
import {expect, onTestFinished, test} from 'vitest';
import * as z from 'zod/mini';
import {fetchPullRequest} from '../../source/github/pull-request.ts';
import {queries} from '../../source/github/queries.ts';
import {fault} from '../emulators/github/faults.ts';
import {connect, gitHub, octoApp} from './connect.ts';

test('a host that does not exist is a network failure with address and cause', async () => {
	const placeholder = createServer().listen(0, '127.0.0.1');
	await new Promise(resolve => placeholder.once('listening', resolve));
	const {port} = placeholder.address() as {port: number};
	await new Promise(resolve => placeholder.close(resolve));
	const {client, waits} = await connect({url: `http://127.0.0.1:${port}`});
	await expect(fetchPullRequest(client, octoApp)).rejects.toMatchObject({
		kind: 'failed',
		code: 'network',
		message: expect.stringMatching(new RegExp(`127\\.0\\.0\\.1:${port}.*ECONNREFUSED`)),
	});
	expect(waits).toHaveLength(3);
});

test('a query that can be divided is not sent again if it takes too long, but one that fails otherwise is', async () => {
	const server = await gitHub();
	const viewer = {document: queries.viewer, variables: {}, shape: z.unknown(), required: ['viewer'], isDivisible: true};
	server.faults.next(fault.hang(), fault.html(504), fault.html(500));
	const hasty = await connect(server, {timeoutMs: 40});
	const patient = await connect(server);
	expect(await hasty.client.tryQuery(viewer)).toMatchObject({failure: {code: 'network'}, isTooLarge: true});
	expect(await patient.client.tryQuery(viewer)).toMatchObject({failure: {code: 'server-error'}, isTooLarge: true});
	expect(await patient.client.tryQuery(viewer)).toMatchObject({data: {viewer: {login: 'octocat'}}});
	expect([hasty.waits.length, patient.waits.length]).toEqual([0, 1]);
});

// Node 22.13 collects the signal of a time limit that nothing holds.
test('a host that does not answer is given up, whatever is collected meanwhile', async () => {
	setFlagsFromString('--expose-gc');
	const collecting = setInterval(runInNewContext('gc') as () => void, 20);
	onTestFinished(() => clearInterval(collecting));
	const server = await gitHub();
	const {client} = await connect(server, {timeoutMs: 300});
	const viewer = {document: queries.viewer, variables: {}, shape: z.unknown(), required: ['viewer'], isDivisible: true};
	server.faults.next(fault.hang());
	expect(await client.tryQuery(viewer)).toMatchObject({failure: {code: 'network'}, isTooLarge: true});
});
