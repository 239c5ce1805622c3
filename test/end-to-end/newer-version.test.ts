import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {newWords} from '../emulators/reviewers/scripts.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {type WorkTree, workTree} from '../helpers/work-tree.ts';
import {fleetToApply} from './fleet/applying.ts';
import {path, watching} from './watch/watching.ts';

const label = {key: 'label', kind: 'label', target: 'PR_1', state: 'intended', result: null, reason: ''};

/** Changes the only record in a folder beside the records of runs, as a newer version would have written it. */
function makeNewer({root}: {root: string}, folder: string, change: object = {}) {
	const records = join(root, '.git/pr-resolve', folder);
	const [name] = readdirSync(records);
	const file = join(records, name!, ...(folder === 'runs' ? ['run.json'] : []));
	const record = JSON.parse(readFileSync(file, 'utf8'));
	const schema = 'publication' in change ? record.schema : record.schema.replace(/@\d+$/, '@99');
	const newer = JSON.stringify({...record, schema, ...change});
	writeFileSync(file, newer);
	return {id: name!, isAsItWas: () => readFileSync(file, 'utf8') === newer};
}

async function applied(tree: WorkTree): Promise<string> {
	const from = reviewOf(tree).suggest('src/list.txt', 2, ['item two']).save();
	expect((await tree.call(['apply', '--from', from])).code).toBe(0);
	return reviewOf(tree).suggest('src/list.txt', 9, ['item nine']).save();
}

const stops = {error: {code: 'newer-record', message: expect.stringContaining('A newer version of pr-resolve')}};

describe('a run of a newer version', () => {
	test.each([{}, {publication: [label]}])('is named, and neither undone nor continued: %o', async change => {
		const tree = workTree();
		const next = await applied(tree);
		const {id, isAsItWas} = makeNewer(tree, 'runs', change);
		const {stdout} = await tree.call(['runs']);
		expect(stdout).toContain('a newer version of pr-resolve has written its record');
		for (const command of [['undo'], ['undo', id], ['apply', '--continue'], ['apply', '--continue', id]]) {
			const {code, json} = await tree.call([...command, '--json']);
			expect([command, code, json]).toMatchObject([command, 1, stops]);
		}
		expect(tree.read('src/list.txt')).toContain('item two');
		expect((await tree.call(['apply', '--from', next])).code).toBe(0);
		expect(isAsItWas()).toBe(true);
	});

	test('that was interrupted stops a command that writes, and a command that reads names it', async () => {
		const tree = workTree();
		const next = await applied(tree);
		const {isAsItWas} = makeNewer(tree, 'runs', {phase: 'writing'});
		const before = tree.snapshot();
		const {code, json} = await tree.call(['apply', '--from', next, '--json']);
		expect([code, json]).toMatchObject([1, stops]);
		expect(tree.snapshot()).toEqual(before);
		const read = await tree.call(['analyze', '--from', next]);
		expect([read.code, read.stderr]).toEqual([0, expect.stringContaining('A newer version of pr-resolve')]);
		expect(isAsItWas()).toBe(true);
	});
});

test('what a newer version keeps of declines is named by what reads, and stops what writes', async () => {
	const tree = workTree();
	const from = reviewOf(tree).suggest('src/list.txt', 2, ['item two']).save();
	const {json: plan} = await tree.call(['analyze', '--from', from, '--json']);
	const [change] = (plan as {changes: {id: string}[]}).changes;
	const decisions = JSON.stringify({decisions: [{change: change!.id, action: 'decline', reason: 'no'}]});
	tree.put({'../decisions.json': decisions});
	await tree.call(['apply', '--from', from, '--decisions', '../decisions.json']);
	const {isAsItWas} = makeNewer(tree, 'declines');
	const read = await tree.call(['analyze', '--from', from]);
	expect(read.stderr).toContain('A newer version of pr-resolve has written');
	const before = tree.snapshot();
	const {code, json} = await tree.call(['apply', '--from', from, '--json']);
	expect([code, json, tree.snapshot()]).toMatchObject([1, stops, before]);
	expect(isAsItWas()).toBe(true);
});

test('a watch stops at what a newer version remembers of rounds', async () => {
	const world = await watching([{behavior: newWords(path, 4)}]);
	await world.watch('--once');
	const {isAsItWas} = makeNewer(world.tree, 'rounds');
	const there = world.there();
	await world.idle(240);
	const {code, report} = await world.watch('--once');
	expect([code, JSON.stringify(report)]).toEqual([1, expect.stringContaining('A newer version of pr-resolve')]);
	expect([world.there(), isAsItWas()]).toEqual([there, true]);
});

test('a review stops at decisions that a newer version keeps', async () => {
	const tree = workTree();
	const from = reviewOf(tree).suggest('src/list.txt', 2, ['item II'], {body: 'Roman.'}).save();
	const terminal = tree.terminal(['review', '--from', from]);
	await terminal.waitFor('1 to apply');
	terminal.press('x');
	await terminal.waitFor('Reason (optional)');
	terminal.press('not now\r');
	await terminal.waitFor('declined by you: not now');
	terminal.press('q');
	await terminal.answer('Quit without applying 1 decision?', 'y');
	await terminal.ended;
	const {isAsItWas} = makeNewer(tree, 'decisions');
	const later = tree.terminal(['review', '--from', from]);
	await later.waitFor('A newer version of pr-resolve');
	later.press('q');
	expect(await later.ended).toBe(1);
	expect(isAsItWas()).toBe(true);
});

test.each([
	['--apply', '--publish'],
	['--apply', '--publish', '--resume'],
	['--undo-since', '2020-01-01'],
	['--undo-since', '2020-01-01', '--resume'],
])('a fleet with %s stops at progress of a newer version', async (...flags) => {
	const {fleet, host, outside} = await fleetToApply([{repository: 'acme/api', number: 1}]);
	const all = ['acme', '--yes', '--json', ...flags];
	expect((await fleet(all)).code).toBe(0);
	const fleets = join(`${outside.env.XDG_STATE_HOME}`, 'pr-resolve/fleets');
	const [name] = readdirSync(fleets);
	const file = join(fleets, name!, 'progress.jsonl');
	const newer = readFileSync(file, 'utf8').replace('pr-resolve/fleet-progress@1', 'pr-resolve/fleet-progress@99');
	writeFileSync(file, newer);
	const writes = host.writes.length;
	const {code, report} = await fleet(all);
	expect([code, report()]).toMatchObject([1, {...stops, exitCode: 1}]);
	expect(JSON.stringify(report())).toContain(file);
	expect([host.writes.length, readFileSync(file, 'utf8')]).toEqual([writes, newer]);
});
