import {globSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {parse} from 'yaml';
import {actionFaults, workflowFaults} from '../helpers/workflow-files.ts';

const root = join(import.meta.dirname, '../..');
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
const examples = globSync('docs/workflows/*.yml', {cwd: root});
const action = () => parse(textOf('action.yml')) as Record<'inputs' | 'outputs', object> & {runs: {main: string}};

test("GitHub's parser accepts action.yml, and finds a mistake in it", async () => {
	const text = textOf('action.yml');
	expect(await actionFaults(text)).toEqual([]);
	expect(await actionFaults(text.replace('color: green', 'color: olive'))).not.toEqual([]);
});

test.each(examples)("GitHub's parser and actionlint accept %s, and find a mistake in it", async path => {
	const text = textOf(path);
	expect(await workflowFaults(path, text)).toEqual([]);
	expect(await workflowFaults(path, text.replace('runs-on:', 'runs_on:'))).not.toEqual([]);
	const injected = `${text}      - run: echo "\${{ github.event.review.body }}"\n`;
	expect(await workflowFaults(path, injected)).toEqual([expect.stringContaining('potentially untrusted')]);
});

type Step = {uses?: string; run?: string; with?: Record<string, string>};
type Job = {permissions?: object; steps: Step[]};

test.each(examples)('%s passes inputs that exist, and names every action by its commit', path => {
	const {jobs} = parse(textOf(path)) as {jobs: Record<string, Job>};
	const steps = Object.values(jobs).flatMap(({steps}) => steps);
	expect(steps.filter(({uses}) => uses !== undefined && !/@[0-9a-f]{40}$/.test(uses))).toEqual([]);
	const ours = steps.filter(({uses}) => uses?.startsWith('OWNER/pr-resolve@'));
	const known = Object.keys(action().inputs);
	expect(ours.length).toBeGreaterThan(0);
	expect(ours.flatMap(step => Object.keys(step.with ?? {})).filter(name => !known.includes(name))).toEqual([]);
});

test('no job has both code of the pull request and a token that may write', () => {
	const jobs = examples.flatMap(path => Object.values((parse(textOf(path)) as {jobs: Record<string, Job>}).jobs));
	const runsCode = ({steps}: Job) =>
		steps.some(({uses, run}) => run !== undefined || uses?.startsWith('actions/checkout@'));
	const checked = jobs.filter(runsCode);
	expect(checked).toMatchObject([{permissions: {contents: 'read', 'pull-requests': 'read'}}]);
	expect(JSON.stringify(checked)).not.toMatch(/secrets\.|app-token/);
});

test('the examples in the docs are those files', () => {
	const blocks = ['README.md', 'docs/action.md'].flatMap(page =>
		[...textOf(page).matchAll(/```ya?ml\n(.*?)```/gs)].map(([, text]) => text!).filter(text => text.includes('jobs:')),
	);
	expect(blocks.sort()).toEqual(examples.map(textOf).sort());
});

test('the docs list every input and output', () => {
	const page = textOf('docs/action.md');
	const {inputs, outputs} = action();
	for (const name of [...Object.keys(inputs), ...Object.keys(outputs)]) expect(page).toContain(`| \`${name}\` |`);
});
