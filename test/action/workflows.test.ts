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
	const script = `echo "\${{ github.event.review.body }}"`;
	const mistaken = `${text}  other:\n    runs_on: ubuntu-latest\n    steps:\n      - run: ${script}\n`;
	expect(await workflowFaults(path, mistaken)).toEqual(
		expect.arrayContaining([
			expect.stringContaining("Unexpected value 'runs_on'"),
			expect.stringContaining('potentially untrusted'),
		]),
	);
});

type Step = {uses?: string; run?: string; with?: Record<string, string>};
type Job = {permissions?: object; steps?: Step[]};

const jobsOf = (path: string) => Object.values((parse(textOf(path)) as {jobs: Record<string, Job>}).jobs);
const stepsOf = ({steps = []}: Job) => steps;

test.each(examples)('%s passes inputs that exist, and names every action by its commit', path => {
	const steps = jobsOf(path).flatMap(stepsOf);
	expect(steps.filter(({uses}) => uses !== undefined && !/@[0-9a-f]{40}$/.test(uses))).toEqual([]);
	const ours = steps.filter(({uses}) => uses?.startsWith('OWNER/pr-resolve@'));
	const known = Object.keys(action().inputs);
	expect(ours.flatMap(step => Object.keys(step.with ?? {})).filter(name => !known.includes(name))).toEqual([]);
});

/** Releases that run on Node 24, by their action.yml. */
const onNode24 = [
	'actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2',
	'actions/create-github-app-token@bcd2ba49218906704ab6c1aa796996da409d3eb1 # v3.2.0',
	'actions/download-artifact@3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c # v8.0.1',
	'actions/setup-node@48b55a011bda9f5d6aeb4c2d9c7362e8dae4041e # v6.4.0',
	'actions/upload-artifact@043fb46d1a93c77aae656e7c1c64a875d1fc6a0a # v7.0.1',
	`OWNER/pr-resolve@${'0'.repeat(40)} # v0.0.0`,
];

test.each(examples)('%s uses Actions that run on Node 24, with the version that Dependabot reads', path => {
	const used = [...textOf(path).matchAll(/- uses: (.+)/g)].map(([, use]) => use!);
	expect(used.filter(use => !onNode24.includes(use))).toEqual([]);
	expect(textOf(path)).not.toContain('app-id');
});

test.each(examples)('%s passes the variable that stops it to every step', path => {
	const ours = jobsOf(path)
		.flatMap(stepsOf)
		.filter(({uses}) => uses?.startsWith('OWNER/pr-resolve@'));
	expect(ours.filter(step => !/^\$\{\{ vars\.PR_RESOLVE_STOP \}\}$/.test(step.with?.stop ?? ''))).toEqual([]);
});

const jobs = examples.flatMap(jobsOf);

test('no job has both code of the pull request and a token that may write', () => {
	const checked = jobs.filter(job => stepsOf(job).some(({uses}) => uses?.startsWith('actions/checkout@')));
	expect(checked).toMatchObject([{permissions: {contents: 'read', 'pull-requests': 'read'}}]);
	expect(JSON.stringify(checked)).not.toMatch(/secrets\.|app-token/);
});

test('no job has both a script and a token that may write, and no script has an expression', () => {
	const scripts = jobs.filter(job => stepsOf(job).some(({run}) => run !== undefined));
	expect(scripts.length).toBeGreaterThan(0);
	expect(JSON.stringify(scripts)).not.toContain('write');
	expect(scripts.flatMap(stepsOf).filter(({run}) => run?.includes('${{'))).toEqual([]);
});

test('the examples in the docs are those files', () => {
	const blocks = ['README.md', 'docs/action.md', 'docs/organization.md'].flatMap(page =>
		[...textOf(page).matchAll(/```ya?ml\n(.*?)```/gs)].map(([, text]) => text!).filter(text => text.includes('jobs:')),
	);
	expect(blocks.sort()).toEqual(examples.map(textOf).sort());
});

test('the docs list every input and output', () => {
	const page = textOf('docs/action.md');
	const {inputs, outputs} = action();
	for (const name of [...Object.keys(inputs), ...Object.keys(outputs)]) expect(page).toContain(`| \`${name}\` |`);
});
