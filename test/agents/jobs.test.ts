import {expect, test} from 'vitest';
import {openJobs} from '../../source/agents/jobs.ts';
import {Failure} from '../../source/failure.ts';

const live = () => new AbortController().signal;

/** Jobs whose clock moves on only by hand. */
function waiting() {
	const wakes = new Set<() => void>();
	const jobs = openJobs({
		sleep: (_, signal) =>
			new Promise((resolve, reject) => {
				wakes.add(resolve);
				signal?.addEventListener('abort', () => reject(signal.reason), {once: true});
			}),
	});
	return {
		jobs,
		pass: () => {
			for (const wake of wakes) wake();
		},
	};
}

const job = (name: string) => ({name, doing: () => ''});

test('of calls that wait for the same end, one begins after the other', async () => {
	const {jobs} = waiting();
	let going = 0;
	let most = 0;
	const work = async () => {
		most = Math.max(most, ++going);
		await new Promise(resolve => setTimeout(resolve, 2));
		going--;
		return 'done';
	};
	const answers = await Promise.all(['a', 'b', 'c', 'd'].map(name => jobs.run(job(name), work, live())));
	expect(answers).toEqual(['done', 'done', 'done', 'done']);
	expect(most).toBe(1);
});

test('who waits for what goes on gets its result, once', async () => {
	const {jobs, pass} = waiting();
	const work = Promise.withResolvers<string>();
	const first = jobs.run(job('publish'), () => work.promise, live());
	pass();
	expect(await first).toContain('publish goes on.');
	const status = jobs.wait(live());
	work.resolve('Pushed.');
	const news = await status;
	expect(news?.text).toBe('publish: Pushed.');
	expect((await jobs.wait(live()))?.text).toBe('publish: Pushed.');
	news?.given();
	expect(await jobs.wait(live())).toBeNull();
});

test('the result of a call that was answered before its end outlasts the next ones', async () => {
	const {jobs, pass} = waiting();
	const [pushing, verifying] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
	for (const [name, {promise}] of Object.entries({publish: pushing, verify: verifying})) {
		const answer = jobs.run(job(name), () => promise, live());
		pass();
		expect(await answer).toContain(`${name} goes on.`);
		if (name === 'publish') pushing.resolve('Pushed.');
		else verifying.reject(new Failure('failed', 'git-failed', 'git has failed.', 'Try again.'));
		await promise.catch(() => {});
	}
	await jobs.run(job('mark'), async () => 'marked', live());
	expect((await jobs.wait(live()))?.text).toBe('publish: Pushed.\nverify: git-failed: git has failed. Try again.');
});

test('a call that waits longer than it may says who writes', async () => {
	const {jobs, pass} = waiting();
	const work = Promise.withResolvers<string>();
	const first = jobs.run(job('publish'), () => work.promise, live());
	const second = jobs.run(job('mark'), async () => 'marked', live());
	pass();
	await expect(second).rejects.toMatchObject({code: 'agent-busy', message: expect.stringContaining('publish')});
	work.resolve('Pushed.');
	await first;
});

test('nothing begins once the client is gone', async () => {
	const {jobs} = waiting();
	const work = Promise.withResolvers<string>();
	const begun: string[] = [];
	const first = jobs.run(job('apply'), () => work.promise, live());
	const second = jobs.run(
		job('mark'),
		async () => {
			begun.push('mark');
			return 'marked';
		},
		live(),
	);
	const refused = expect(second).rejects.toThrow('gone');
	const closed = jobs.close(new Error('gone'));
	work.resolve('Applied.');
	await Promise.all([first, closed, refused]);
	expect(begun).toEqual([]);
});
