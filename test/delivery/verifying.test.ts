import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {intendedSteps} from '../../source/delivery/record.ts';
import {nothingAsked, plainCommit} from '../../source/delivery/request.ts';
import {stepRunnerFor} from '../../source/delivery/step-runner.ts';
import {exitCodeOf} from '../../source/exit-code.ts';
import {analyze} from '../../source/run/analyze.ts';
import {apply} from '../../source/run/apply.ts';
import type {RunEvent} from '../../source/run/events.ts';
import {follow} from '../../source/run/generators.ts';
import {planOf} from '../../source/run/plan/plan-of.ts';
import {endingsOf} from '../../source/run/report/ending.ts';
import {fold, initialState} from '../../source/run/state.ts';
import {openGit} from '../../source/worktree/git.ts';
import {openRepository} from '../../source/worktree/repository.ts';
import {requestFor} from '../helpers/analyze-request.ts';
import {policy} from '../helpers/proposal.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {type WorkTree, workTree} from '../helpers/work-tree.ts';
import {contextIn} from '../tui/desk.ts';

const twoChanges = (tree: WorkTree) =>
	reviewOf(tree).suggest('src/list.txt', 2, ['item two']).suggest('src/other.txt', 3, ['bad']).save();

/** Writes two changes and verifies them before a commit; `react` gets each event with the run that it leads to. */
async function verified(tree: WorkTree, command: string, react: (event: RunEvent, stop: () => void) => void) {
	const stopping = new AbortController();
	let state = initialState;
	const tell = (event: RunEvent) => {
		state = fold(state, event);
		react(event, () => stopping.abort());
	};
	const sleep = (ms: number, signal?: AbortSignal) =>
		new Promise<void>(resolve => {
			const timer = setTimeout(resolve, ms);
			signal?.addEventListener('abort', () => [clearTimeout(timer), resolve()]);
		});
	const context = {...contextIn(tree), sleep};
	const repository = await openRepository(openGit(context));
	const analysis = await follow(analyze(requestFor(twoChanges(tree)), repository, context), tell);
	const {plan, syntax} = await planOf(analysis, policy(), context.signal);
	tell({type: 'plan', plan, syntax});
	const verify = {
		command,
		timeoutMs: 60_000,
		budgetMs: 600_000,
		variables: {names: [], isOnly: false},
		trustCode: false,
	};
	const request = {...nothingAsked, verify, commit: plainCommit};
	const runId = await follow(
		apply(analysis, plan, context, {request, steps: intendedSteps(request, repository)}),
		tell,
	);
	const written = {analysis, plan, files: state.written!.files, before: null};
	const run = {
		repository,
		request,
		runId,
		number: 7,
		target: null,
		prompts: null,
		standing: null,
		threads: null,
		analysis,
		written,
	};
	const {take} = await stepRunnerFor(repository);
	const closing = {...run, policy: policy(), stopVerifying: stopping.signal, state: () => state};
	await follow(take(closing, context), tell);
	return state;
}

test('the user stops the first run: the files are as before, and nothing is committed', async () => {
	const tree = workTree();
	const texts = () => ['src/list.txt', 'src/other.txt'].map(path => tree.read(path));
	const before = [texts(), tree.head];
	const state = await verified(tree, 'echo started; exec sleep 600', (event, stop) => {
		if (event.type === 'verify-output' && event.text === 'started\n') stop();
	});
	expect(state.verification).toMatchObject({state: 'stopped', stoppedBy: 'user', reason: 'at your request', runs: 1});
	expect(exitCodeOf(endingsOf(state, []))).toBe(3);
	expect([texts(), tree.head]).toEqual(before);
	const notVerified = ['failed', 'not verified: the verification was stopped'];
	expect(state.plan!.rulings.map(({outcome, reason}) => [outcome, reason])).toEqual([notVerified, notVerified]);
});

test('the user stops the search: the last changes that passed stay, and are not committed', async () => {
	const tree = workTree();
	const head = tree.head;
	const command = 'echo >> ../runs; [ $(wc -l < ../runs) -eq 5 ] && exec sleep 600; ! grep -q bad src/other.txt';
	const state = await verified(tree, command, (event, stop) => {
		if (event.type === 'verify-run' && event.purpose === 'confirm') stop();
	});
	expect(state.verification).toMatchObject({state: 'stopped', stoppedBy: 'user'});
	expect([tree.read('src/list.txt').includes('item two'), tree.read('src/other.txt').includes('bad')]).toEqual([
		true,
		false,
	]);
	expect([tree.head, state.delivery?.step]).toEqual([head, 'verify']);
});

test('output is shown while the command writes it, its end in whole lines, and no secret', async () => {
	const tree = workTree();
	const token = ['ghp', 'c'.repeat(36)].join('_');
	const seen: string[] = [];
	const command = `echo ${token}; yes 'a line of output' | head -5000; printf 'the end of %s' ${token.slice(0, 20)}`;
	const state = await verified(tree, command, event => {
		if (event.type === 'verify-output') seen.push(event.text);
	});
	expect(state.verification?.state).toBe('passed');
	expect(seen.length).toBeGreaterThan(0);
	for (const text of seen) {
		expect(text.length).toBeLessThanOrEqual(16 * 1024);
		expect(text).not.toContain(token);
	}
	expect(seen.at(-1)).toMatch(/^(?:a line of output\n){900,}the end of ghp_c{16}$/);
	expect(state.delivery).toMatchObject({step: 'commit', run: {number: 1, of: 1, changes: 2}, output: seen.at(-1)});
});

test('a word that is still being written is not shown: it may become a secret', async () => {
	const tree = workTree();
	const seen: string[] = [];
	const [first, second] = ['ghp_cccccccccccccc', 'c'.repeat(22)];
	const command = `printf 'it is ${first}'; until [ -e ../go ]; do sleep 0.05; done; printf '${second}!'`;
	await verified(tree, command, event => {
		if (event.type !== 'verify-output') return;
		seen.push(event.text);
		writeFileSync(join(tree.root, '../go'), '');
	});
	expect([seen[0], seen.at(-1)]).toEqual(['it is ', 'it is MASKED_1_!']);
	expect(seen.join()).not.toContain(first);
});
