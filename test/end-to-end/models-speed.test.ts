import {expect, test} from 'vitest';
import {ledTo} from '../emulators/vendor/lead.ts';
import {localModel} from '../helpers/models.ts';
import {remarks} from '../helpers/remarks.ts';
import {workTree} from '../helpers/work-tree.ts';

/** Ten tokens a second each way: a question of the usual size takes 155 seconds. */
const second = 1e9;
const slow = () => ({
	total_duration: 12 * second,
	load_duration: 0,
	prompt_eval_count: 100,
	prompt_eval_duration: 10 * second,
	eval_count: 20,
	eval_duration: 2 * second,
});

test('the time of a run on a local model is said after the first answer, in later runs before the first question', async () => {
	const tree = workTree();
	const env = ledTo(await localModel({work: slow}));
	const args = ['apply', '--dry-run', '--llm-preset', 'ollama-local', '--from'];
	const first = await tree.call([...args, remarks(tree, 3)], {env});
	expect(first.stderr).toMatch(/^sending 3 findings \(3 requests\) to ollama \S+ at \S+, free$/m);
	expect(first.stderr.match(/^about .*$/gm)).toEqual(['about 3 min a comment; 2 left, 6 min']);
	const later = await tree.call([...args, remarks(tree, 4)], {env});
	expect(later.stderr).toMatch(/^sending 4 findings \(4 requests\) to ollama \S+ at \S+, free, up to about 11 min$/m);
	expect(later.stderr).not.toMatch(/^about /m);
	const atOnce = await tree.call([...args, remarks(tree, 4), '--parallel', '--max-workers', '2'], {env});
	expect(atOnce.stderr).toMatch(/^sending 4 findings .*, free, up to about 6 min$/m);
	const other = await tree.call([...args, remarks(tree, 3), '--llm-model', '3b'], {
		env: ledTo(await localModel({models: ['llama3.2:3b'], work: slow})),
	});
	expect(other.stderr).toMatch(/^sending 3 findings .*, free$/m);
});

test('the app shows the time to expect before the first answer', async () => {
	const tree = workTree();
	const server = await localModel({work: slow});
	const env = ledTo(server);
	const preset = ['--llm-preset', 'ollama-local', '--from'];
	await tree.call(['analyze', ...preset, remarks(tree, 1)], {env});
	server.setFault(({path}) => (path === '/api/chat' ? 'hang' : null));
	const from = remarks(tree, 4);
	const terminal = tree.terminal(['review', ...preset, from], {env});
	await terminal.waitFor(/waiting for the model .* [01] of 4, (?:11|8) min left/);
	terminal.press('\x03\x03');
	await terminal.ended;
	const spoken = tree.terminal(['review', '--screen-reader', ...preset, from], {env});
	await spoken.waitFor('waiting for the model, up to about 11 min');
	spoken.press('\x03\x03');
	await spoken.ended;
});

test('a local model that falls silent within its answer is given up, with what arrived until then', async () => {
	const tree = workTree();
	const env = ledTo(await localModel({fault: ({asked}) => (asked ? 'hang-in-body' : null)}));
	const args = ['analyze', '--llm-preset', 'ollama-local', '--set', 'llm.timeout=1', '--from', remarks(tree, 1)];
	const {code, stderr} = await tree.call(args, {env});
	expect([code, stderr]).toEqual([
		1,
		expect.stringMatching(
			/Worker timeout waiting for response: 1 token in \d+ s, then nothing for 1 s\. No response within 1 s/,
		),
	]);
});

test('nothing is said of a server that reports no durations', async () => {
	const tree = workTree();
	const env = ledTo(await localModel({work: () => ({total_duration: undefined, eval_duration: undefined})}));
	const {stderr, code} = await tree.call(['analyze', '--llm-preset', 'ollama-local', '--from', remarks(tree, 3)], {
		env,
	});
	expect([code, stderr]).toEqual([0, expect.not.stringContaining('about')]);
});

test('a server that answers one at a time while several are sent is told of once', async () => {
	const tree = workTree();
	let answers = 0;
	const inTurn = () => {
		const {total_duration: total, ...work} = slow();
		const waited = Math.min(answers++, 2) * total;
		return {...work, total_duration: total + waited};
	};
	const env = ledTo(await localModel({work: inTurn}));
	const args = ['analyze', '--llm-preset', 'ollama-local', '--parallel', '--from', remarks(tree, 8)];
	const {stderr} = await tree.call([...args, '--max-workers', '3'], {env});
	expect(stderr.match(/answers one request at a time/g)).toHaveLength(1);
	expect(stderr).toContain(
		'WARNING Ollama answers one request at a time, so 3 at once only wait longer. Set OLLAMA_NUM_PARALLEL where the server starts, or use --max-workers 1.',
	);
});
