import {setTimeout} from 'node:timers/promises';
import {describe, expect, test} from 'vitest';
import type {Report} from '../../../source/run/report/report.ts';
import {obedient} from '../../emulators/vendor/obedient.ts';
import {hasRedis, withRedis} from '../../helpers/has-redis.ts';
import {openAiModel} from '../../helpers/models.ts';
import {numbered, workTree} from '../../helpers/work-tree.ts';
import {applied, CR_STORE_KEY, lockedRedis, spentOn} from './applying.ts';

const limit = 0.003;
const flags = ['--json', '--cost-budget', `${limit}`];

describe.skipIf(!hasRedis)(withRedis, () => {
	test('eight runs that are killed at random spend no more than their budget, and leave no half answers', async () => {
		const server = await lockedRedis();
		const living = new Set<{kill: (signal: 'SIGKILL') => boolean}>();
		let answered = 0;
		const killOne = () => [...living][Math.floor(Math.random() * living.size)]?.kill('SIGKILL');
		const service = await openAiModel({
			answer(request) {
				answered += 1;
				// While it holds money, or another one does; one at least.
				if (answered === 2 || Math.random() < 0.3) killOne();
				return obedient(request);
			},
		});
		// Each has questions of its own.
		const trees = Array.from({length: 8}, (_, index) => workTree({'src/list.txt': numbered(`item ${index}`, 12)}));
		const runs = trees.map(tree => {
			const ended = applied(service, server.url, 6, {
				...{tree, flags, env: {CR_STORE_KEY}},
				meanwhile(child) {
					living.add(child);
					child.once('exit', () => living.delete(child));
				},
			});
			return ended;
		});

		let [most, sent] = [0, 0];
		for (let quiet = 0; living.size > 0; quiet += 1) {
			const {settled, reserved} = await spentOn(server);
			most = Math.max(most, settled + reserved);
			if (service.asks().length > sent) [quiet, sent] = [0, service.asks().length];
			// What is left waits for money that dead ones hold.
			if (quiet === 300) [quiet] = [0, killOne()];
			await setTimeout(10);
		}
		const codes = (await Promise.all(runs)).map(({code}) => code);
		expect(codes.filter(code => code === 'SIGKILL').length).toBeGreaterThan(0);

		expect(most).toBeGreaterThan(0);
		const {settled, reserved, attempts} = await spentOn(server);
		expect(Math.max(most, settled + reserved)).toBeLessThanOrEqual(limit);
		expect(attempts).toBeGreaterThanOrEqual(service.asks().length);

		// With more money, other machines go on, and use what is whole.
		const stored = (await server.store.command('KEYS', '*:answers:*')) as string[];
		let shared = 0;
		for (const index of trees.keys()) {
			const tree = workTree({'src/list.txt': numbered(`item ${index}`, 12)});
			const {code, json, stderr} = await applied(service, server.url, 6, {tree, env: {CR_STORE_KEY}});
			expect([code, stderr.includes('signed')]).toEqual([0, false]);
			shared += (json as Report).llm.sharedHits;
		}
		expect(shared).toBe(stored.length);
	});

	test('what a run holds when Ctrl-C ends it is settled at once, so others need not wait for it', async () => {
		const server = await lockedRedis();
		let interrupt = () => {};
		const service = await openAiModel({
			answer() {
				interrupt();
				return new Promise(() => {});
			},
		});
		const {code} = await applied(service, server.url, 2, {
			meanwhile(child) {
				interrupt = () => void child.kill('SIGINT');
			},
		});
		const {settled, reserved, attempts} = await spentOn(server);
		expect([code, reserved, attempts]).toEqual([130, 0, 1]);
		expect(settled).toBeGreaterThan(0);
	});
});
