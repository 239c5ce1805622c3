import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {Review} from '../../helpers/review-of.ts';
import {startFiles, workTree} from '../../helpers/work-tree.ts';
import {rabbit} from '../no-checkout/applying.ts';
import {fleetToApply} from './applying.ts';

const flags = ['acme', '--apply', '--publish', '--yes', '--json'];
const conflict = (review: Review) =>
	void review
		.suggest('src/list.txt', 2, ['item two'], rabbit)
		.suggest('src/list.txt', 2, ['item zwei'], rabbit)
		.suggest('src/other.txt', 3, ['entry three'], rabbit);

const treeWith = (settings: string) => workTree({...startFiles, '.pr-resolve.yaml': settings});

test('the settings file of a head cannot turn a fleet that only looks into one that writes', async () => {
	const tree = treeWith('mode: all\n');
	const {fleet, host, outside, headOf} = await fleetToApply([{repository: 'acme/api', number: 1, tree}]);
	const folder = join(outside.env.XDG_CONFIG_HOME!, 'pr-resolve');
	mkdirSync(folder, {recursive: true});
	writeFileSync(join(folder, 'config.json'), '{"mode": "dry-run"}');
	for (const given of [['acme', '--apply', '--json'], flags]) {
		const {code, report} = await fleet(given);
		expect([code, report()]).toMatchObject([
			0,
			{action: 'preview', totals: {states: {done: 1}, summary: {planned: 1}}},
		]);
	}
	expect([host.writes, headOf('acme/api', 1)]).toEqual([[], tree.head]);
});

test('with strategy: ask in the settings file of a head, its conflicts need review, as nobody is asked', async () => {
	const {fleet, repliesTo} = await fleetToApply([
		{repository: 'acme/api', number: 1, tree: treeWith('strategy: ask\n'), review: conflict},
		{repository: 'acme/api', number: 2},
	]);
	const {code, report, stderr} = await fleet(flags);
	expect([code, report().totals]).toMatchObject([
		3,
		{states: {done: 2, failed: 0}, summary: {applied: 2, conflict: 2}},
	]);
	// Conflicting threads stay open for a person.
	expect(repliesTo(1)).toEqual([0, 0, 1]);
	expect(stderr).toContain('acme/api#1: strategy: ask of its settings file leaves conflicts to you');
});
