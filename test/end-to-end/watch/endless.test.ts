import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {contradictory, insistent, lastLines, newWords, trivia} from '../../emulators/reviewers/scripts.ts';
import {ada} from '../closing/committing.ts';
import type {Pushing} from '../closing/pushing.ts';
import {path, watching} from './watching.ts';

const four = ['item 4', 'item four'] as const;

/** The user writes another line than the run did, commits and pushes. */
function correct({tree, there}: Pushing, text: string): void {
	if (there() === tree.git('rev-parse', 'HEAD~1') || !tree.read(path).includes(four[1])) return;
	tree.put({[path]: tree.read(path).replace(four[1], text)});
	const who = ['-c', `user.name=${ada.GIT_AUTHOR_NAME}`, '-c', `user.email=${ada.GIT_AUTHOR_EMAIL}`];
	tree.git(...who, 'commit', '-q', '-a', '-m', 'Mine');
	tree.git('push', '-q', 'origin', 'HEAD');
}

describe('a reviewer that never stops', () => {
	test('because it comments on our last change is stopped by that, not by the limit', async () => {
		const {watch, looks} = await watching([{behavior: lastLines(path)}]);
		const {code, report} = await watch('--max-rounds', '9');
		expect([code, report]).toMatchObject([
			5,
			{
				end: 'stopped',
				stoppedBy: 'self-made',
				reason: '3 of 3 new findings are on lines that pr-resolve wrote last',
				rounds: [{summary: {applied: 3}}],
			},
		]);
		expect(looks()).toEqual([2]);
	});

	test('because it contradicts itself: what we replaced is not put back', async () => {
		const {watch, tree} = await watching([{behavior: contradictory(path, 4, four)}]);
		const {code, report} = await watch('--max-rounds', '9');
		expect([code, report.end]).toEqual([3, 'open']);
		expect(report.rounds.map(({summary}) => summary.applied)).toEqual([1, 0]);
		const reasons = report.rounds[1]!.findings.filter(({outcome}) => outcome === 'needs-person');
		expect(reasons).toMatchObject([{reason: expect.stringMatching(/^puts back what \w{7} replaced$/)}]);
		expect(tree.read(path)).toContain('item four\n');
	});

	test('because a person wants something else: what the person wrote stays', async () => {
		const {watch, tree} = await watching([{behavior: insistent(path, 4, four[1])}], world => correct(world, 'item iv'));
		const {code, report} = await watch('--max-rounds', '9');
		expect([code, report.end]).toEqual([3, 'open']);
		const reasons = report.rounds.at(-1)!.findings.filter(({outcome}) => outcome === 'needs-person');
		expect(reasons).toMatchObject([{reason: expect.stringMatching(/^undoes a person's edit in \w{7}$/)}]);
		expect(tree.read(path)).toContain('item iv\n');
	});

	test('because you have decided otherwise: your edit stays', async () => {
		const world = await watching([{behavior: newWords(path, 4)}]);
		const {json} = await world.call(['analyze', '7', '--json']);
		const {findings} = json as {findings: {id: string; path: string | null}[]};
		const finding = findings.find(found => found.path === path)!.id;
		const edit = {finding, action: 'edit', path, start: 4, end: 4, text: 'my item'};
		const file = join(world.tree.home, 'decisions.json');
		writeFileSync(file, JSON.stringify({schema: 'pr-resolve/decisions@1', decisions: [edit]}));
		await world.call(['apply', '7', '--push', '--resolve-threads', '--yes', '--decisions', file]);
		await world.idle(240);
		const {code, report} = await world.watch();
		expect([code, report.end, report.rounds[0]!.summary.applied]).toEqual([3, 'open', 0]);
		const reasons = report.rounds[0]!.findings.map(({reason}) => reason);
		expect(reasons).toContainEqual(expect.stringMatching(/^undoes your edit in \w{7}$/));
		expect(world.tree.read(path)).toContain('my item\n');
	});

	test('because it finds new words each time ends with the limit', async () => {
		const {watch} = await watching([{behavior: newWords(path, 4)}]);
		const {code, report} = await watch();
		expect([code, report]).toMatchObject([
			5,
			{end: 'stopped', stoppedBy: 'rounds', remedy: 'Pass --max-rounds 4 to go on.', rounds: [{}, {}, {}]},
		]);
	});

	test('because there is always a trifle: the second round skips and counts it', async () => {
		const {watch} = await watching([{behavior: trivia(path)}]);
		const {code, report} = await watch();
		expect([code, report]).toMatchObject([
			3,
			{end: 'open', rounds: [{summary: {applied: 3}}, {summary: {applied: 0, needsPerson: 3}}]},
		]);
		expect(report.rounds[1]!.findings.map(({reason}) => reason)).toContain(
			'below minor, the minimum severity of round 2',
		);
	});
});
