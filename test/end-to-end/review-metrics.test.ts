import {existsSync, readFileSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {ledTo} from '../emulators/vendor/lead.ts';
import {shouldRead} from '../emulators/vendor/obedient.ts';
import {leaveNextSteps, writePlanned} from '../helpers/app-terminal.ts';
import {openAiModel} from '../helpers/models.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {workTree} from '../helpers/work-tree.ts';

/** A work tree with a remark in words alone, and a service that can be asked about it. */
async function remark() {
	const tree = workTree();
	const from = reviewOf(tree).comment('src/list.txt', 2, shouldRead('item two')).save();
	const server = await openAiModel();
	return {tree, from: ['--from', from], env: {...ledTo(server), CR_LLM_ENABLED: 'true', CR_LLM_PROVIDER: 'openai'}};
}

test.each([
	['the screen', [], 'q'],
	['lines', ['--screen-reader'], 'q\r'],
])('leaving the review tells and writes the accounts as apply does: %s', async (_, flags, leave) => {
	const {tree, from, env} = await remark();
	const [own, other] = ['../review.json', '../apply.json'];
	const metrics = (path: string) => ['--show-metrics', '--metrics-output', path];
	const terminal = tree.terminal(['review', ...from, ...flags, ...metrics(own)], {env});
	await (flags.length > 0 ? terminal.answer('Send 1 finding to', 'y\r') : terminal.answer('Send 1 finding to', 'y'));
	await terminal.waitFor(flags.length > 0 ? 'the model proposes 1 change' : 'planned');
	expect(existsSync(join(tree.root, own))).toBe(false);
	terminal.press(leave);
	expect(await terminal.ended).toBe(0);
	expect(terminal.screen()).toMatch(/Requests +1\n[\s\S]*Total cost +\$0\.\d+ of a budget of \$5\.00/);
	const {stdout} = await tree.run(['apply', ...from, '--dry-run', ...metrics(other)], {env});
	expect(stdout).toContain('Total cost');
	const [written, expected] = [own, other].map(path => JSON.parse(readFileSync(join(tree.root, path), 'utf8')));
	expect(Object.keys(written)).toEqual(Object.keys(expected));
	expect(written.requests).toHaveLength(1);
	expect(Object.keys(written.provider_stats)).toEqual(Object.keys(expected.provider_stats));
	expect(written.summary).toMatchObject({requests: 1, findings: 1});
});

test('the metrics include what this session wrote, even if the file has fewer lines now', async () => {
	const tree = workTree();
	const from = reviewOf(tree).suggest('src/list.txt', [9, 12], ['the last']).save();
	const terminal = tree.terminal(['review', '--from', from, '--show-metrics', '--metrics-output', '../metrics.json']);
	await terminal.waitFor('planned');
	await writePlanned(terminal, 'Write 1 change to 1 file', 'What next?');
	await leaveNextSteps(terminal);
	await terminal.waitFor(/1 applied[\s\S]*undo run/);
	terminal.press('q');
	expect(await terminal.ended).toBe(0);
	expect(terminal.screen()).toContain('Total cost');
	expect(JSON.parse(readFileSync(join(tree.root, '../metrics.json'), 'utf8')).summary).toMatchObject({findings: 1});
});

test('an unwritable metrics file is reported before anything is read', async () => {
	const {tree, from, env} = await remark();
	const terminal = tree.terminal(['review', ...from, '--metrics-output', 'no-such-folder/metrics.json'], {env});
	expect(await terminal.ended).toBe(2);
	expect(terminal.screen()).toContain('Cannot write the metrics to no-such-folder/metrics.json');
	expect(terminal.raw()).not.toContain('\x1b[?1049h');
});

test('a metrics file that becomes unwritable is reported, and decisions are kept', async () => {
	const {tree, from, env} = await remark();
	tree.put({'../accounts/keep': ''});
	const terminal = tree.terminal(['review', ...from, '--metrics-output', '../accounts/metrics.csv'], {env});
	await terminal.answer('Send 1 finding to', 'y');
	await terminal.waitFor('planned');
	rmSync(join(tree.root, '../accounts'), {recursive: true});
	terminal.press('q');
	expect(await terminal.ended).toBe(1);
	expect(terminal.screen()).toMatch(/nothing was written[\s\S]*Cannot write the metrics to/);
});
