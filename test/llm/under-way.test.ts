import {expect, test} from 'vitest';
import type {ModelReply} from '../../source/llm/providers/provider.ts';
import {follow} from '../../source/llm/under-way.ts';
import {never, providerOf, replyOf, requestOf} from './guards/model.ts';

test('ends when all questions, checks and loads have ended, whatever their result', async () => {
	const answers = [0, 1].map(() => Promise.withResolvers<ModelReply>());
	const [checked, loaded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	let asked = 0;
	const {provider, ended} = follow(
		providerOf(() => answers[asked++]!.promise, {
			async *check() {
				await checked.promise;
				yield {name: 'server', status: 'ok', detail: '', remedy: '', trouble: null};
			},
			loadModel: () => loaded.promise,
		}),
	);
	await ended();
	const steps: string[] = [];
	const checking = provider.check(never);
	const all = [
		provider.ask(requestOf('a'), never),
		provider.ask(requestOf('b'), never),
		checking.next().then(() => checking.next()),
		provider.loadModel!(never),
	] as const;
	const end = ended().then(() => steps.push('ended'));
	answers[0]!.resolve(replyOf('yes'));
	expect((await all[0]).text).toBe('yes');
	answers[1]!.reject(new Error('no'));
	await expect(all[1]).rejects.toThrow('no');
	steps.push('answered');
	checked.resolve();
	await all[2];
	steps.push('checked');
	loaded.resolve();
	await Promise.all([all[3], end]);
	expect(steps).toEqual(['answered', 'checked', 'ended']);
});
