import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {formatMemory} from '../../../source/run/memory/parse-memory.ts';
import {user} from '../../emulators/github/data.ts';
import type {Review} from '../../helpers/review-of.ts';
import {type Pushing, pushing} from '../closing/pushing.ts';
import {onList, putThere, type Remembered, rabbit} from './remembering.ts';

/** Findings of a bot without a severity and a trivial one, a critical one, one about security and a person's. */
const several = (review: Review) =>
	void review
		.suggest('src/list.txt', 2, ['2'], rabbit)
		.suggest('src/list.txt', 4, ['4'], {...rabbit, body: '_🧹 Nitpick_ | _🔵 Trivial_\n\n**Better so.**'})
		.suggest('src/list.txt', 6, ['6'], {...rabbit, body: '_⚠️ Potential issue_ | _🔴 Critical_\n\n**Better so.**'})
		.suggest('src/list.txt', 8, ['8'], {...rabbit, body: 'This leaks a password.'})
		.suggest('src/list.txt', 10, ['10'], {author: user('ann')});

const ignoring = ({tree}: Pick<Pushing, 'tree'>, ...ignore: unknown[]) => {
	const folder = join(tree.home, '.config/pr-resolve');
	mkdirSync(folder, {recursive: true});
	writeFileSync(join(folder, 'config.json'), JSON.stringify({ignore}));
};

const analyzed = async ({call}: Pick<Pushing, 'call'>, ...flags: string[]) =>
	(await call(['analyze', '7', '--json', ...flags])).json as Remembered;

const outcomesOf = ({findings}: Remembered) => findings.map(({outcome}) => outcome);

test('what the user settings ignore is declined, within the limits of a memory', async () => {
	const world = await pushing({review: several});
	ignoring(world, 'coderabbit trivial');
	const trivial = await analyzed(world);
	expect(outcomesOf(trivial)).toEqual(['planned', 'declined', 'planned', 'planned', 'planned']);
	expect(trivial.findings[1]!.reason).toBe(
		`your settings ignore it: coderabbit trivial ** (reconsider with --reconsider=${trivial.findings[1]!.id})`,
	);
	ignoring(world, 'coderabbitai[bot] minor src/**');
	expect(outcomesOf(await analyzed(world))).toEqual(['declined', 'declined', 'planned', 'planned', 'planned']);
	expect((await world.call(['analyze', '7'])).stdout).toContain('3 planned, 2 ignored by your settings');
	expect(outcomesOf(await analyzed(world, '--reconsider'))).not.toContain('declined');
	ignoring(world, 'coderabbit minor docs/**', 'copilot minor');
	expect(outcomesOf(await analyzed(world))).not.toContain('declined');
});

test("the team's memory is told where both hold", async () => {
	const world = await pushing({review: several});
	putThere(world, formatMemory([onList()]));
	ignoring(world, 'coderabbit minor');
	const {findings} = await analyzed(world);
	expect(findings.map(({memory}) => memory?.by ?? null)).toEqual(['alice', 'alice', null, null, null]);
});

test('a rule that matches too much of a pull request is not used there, which a warning shows', async () => {
	const world = await pushing({
		review: review => {
			for (let line = 1; line <= 8; line++) review.suggest('src/list.txt', line, [`${line}`], rabbit);
		},
	});
	ignoring(world, 'coderabbit minor');
	const report = await analyzed(world);
	expect(outcomesOf(report)).not.toContain('declined');
	expect(report.warnings.map(({text}) => text)).toContain(
		'"ignore: coderabbit minor **" is too broad to be used here: it matches 8 findings',
	);
});

test.each(['coderabbit', 'coderabbit major', 'coderabbit minor a b', '[bot] minor', 7])('%j is no rule', async rule => {
	const world = await pushing({review: several});
	ignoring(world, rule);
	const {code, stderr} = await world.call(['analyze', '7']);
	expect([code, stderr]).toEqual([2, expect.stringContaining('ignore')]);
});

test('neither the project file nor --config sets it', async () => {
	const world = await pushing({review: several});
	world.tree.put({
		'.pr-resolve.yaml': 'ignore: ["coderabbit minor"]\n',
		'other.yaml': 'ignore: ["coderabbit minor"]\n',
	});
	for (const flags of [[], ['--config', 'other.yaml']]) {
		const {code, stderr} = await world.call(['analyze', '7', ...flags]);
		expect([code, stderr]).toEqual([2, expect.stringContaining('"ignore" is only allowed in your user settings')]);
	}
});
