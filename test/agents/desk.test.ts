import {renameSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {openDesk} from '../../source/agents/desk.ts';
import {statusTool} from '../../source/agents/tools/status.ts';
import {requestFor} from '../helpers/analyze-request.ts';
import {noPresets} from '../helpers/presets.ts';
import {policy} from '../helpers/proposal.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {workTree} from '../helpers/work-tree.ts';
import {contextIn} from '../tui/desk.ts';

const live = () => new AbortController().signal;

/** The desk of a server on a recording. `signals`: what each pull request was opened with. */
function deskOn(before: () => void = () => {}) {
	const tree = workTree();
	const request = requestFor(reviewOf(tree).suggest('src/list.txt', 2, ['item two']).save());
	const signals: AbortSignal[] = [];
	const desk = openDesk(
		{
			...{place: 'recording', allowed: new Set<never>()},
			async open(_, work, {signal}) {
				signals.push(signal);
				before();
				signal.throwIfAborted();
				await work({request, policy: policy(), presets: noPresets, repository: null});
			},
		},
		contextIn(tree),
	);
	return {tree, desk, signals};
}

test('a cancel of the call that has read does not end what the next ones read with', async () => {
	const {desk, signals} = deskOn();
	const first = new AbortController();
	await desk.read(null, {refresh: false}, first.signal);
	first.abort();
	expect(signals.map(({aborted}) => aborted)).toEqual([false]);
	await desk.close();
});

test('a cancel of a call that reads ends it', async () => {
	const first = new AbortController();
	const {desk, signals} = deskOn(() => first.abort());
	await expect(desk.read(null, {refresh: false}, first.signal)).rejects.toThrow();
	expect(signals.map(({aborted}) => aborted)).toEqual([true]);
	await desk.close();
});

test('a result is given also where what is left cannot be read, and only with an answer that arrives', async () => {
	const {tree, desk} = deskOn();
	await desk.read(null, {refresh: false}, live());
	const work = Promise.withResolvers<string>();
	await desk.jobs.run({name: 'publish', doing: () => ''}, () => work.promise, live());
	work.resolve('Pushed.');
	await work.promise;
	const cancelled = new AbortController();
	cancelled.abort();
	await expect(statusTool.call({}, desk, cancelled.signal)).rejects.toThrow();
	const git = join(tree.root, '.git');
	renameSync(git, `${git}.away`);
	expect(await statusTool.call({}, desk, live())).toMatch(/^publish: Pushed\.[\s\S]*\n[a-z-]+: /);
	renameSync(`${git}.away`, git);
	expect(await statusTool.call({}, desk, live())).not.toContain('Pushed.');
	await desk.close();
});
