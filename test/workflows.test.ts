import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {parse} from 'yaml';
import {workflowFaults} from './helpers/workflow-files.ts';

const root = join(import.meta.dirname, '..');
const folder = '.github/workflows';
const paths = readdirSync(join(root, folder)).map(name => `${folder}/${name}`);

type Step = {uses?: string; run?: string; with?: Record<string, unknown>};
type Job = {permissions?: object; uses?: string; steps?: Step[]; 'timeout-minutes'?: number};
type Workflow = {permissions?: Record<string, string>; concurrency?: object; jobs: Record<string, Job>};

describe.each(paths)('%s', path => {
	const text = readFileSync(join(root, path), 'utf8');
	const workflow: Workflow = parse(text);
	const jobs = Object.values(workflow.jobs);
	const steps = jobs.flatMap(({steps = []}) => steps);

	test('has no faults', async () => {
		expect(await workflowFaults(path, text)).toEqual([]);
	});

	test('pins each action to a commit, with its version', () => {
		const uses = [...text.matchAll(/^\s*(?:- )?uses: (.*)$/gm)].map(([, used]) => used!);
		expect(uses.filter(used => !/^\.\/|@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(used))).toEqual([]);
		expect(uses).not.toEqual([]);
	});

	test('gives a job no permission that it has not named', () => {
		expect(Object.values(workflow.permissions ?? {all: 'write'}).filter(right => right !== 'read')).toEqual([]);
	});

	test('puts no expression into a script', () => {
		expect(steps.filter(({run}) => run?.includes('${{'))).toEqual([]);
	});

	test('ends, and never runs twice at the same time', () => {
		expect(jobs.filter(job => job.uses === undefined && job['timeout-minutes'] === undefined)).toEqual([]);
		expect(workflow.concurrency).toBeDefined();
	});
});

test('no job that can publish installs or runs anything of the project', () => {
	const {jobs}: Workflow = parse(readFileSync(join(root, folder, 'release.yml'), 'utf8'));
	const publishing = Object.values(jobs).filter(({permissions = {}}) => Object.values(permissions).includes('write'));
	expect(publishing).toHaveLength(2);
	const commands = publishing.flatMap(({steps = []}) => steps.map(({run}) => run ?? ''));
	expect(commands.filter(run => /npm (?:ci|install|run|exec)|npx|\bnode\b/.test(run))).toEqual([]);
});

test('the lowest Node that is tested is the lowest that package.json allows', () => {
	const {engines} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
	const {jobs} = parse(readFileSync(join(root, folder, 'test.yml'), 'utf8'));
	expect(jobs.test.strategy.matrix.node[0]).toBe(`${engines.node.replace('>=', '')}.0`);
});

test('a fault of either checker is reported', async () => {
	const script = `echo "\${{ github.event.comment.body }}"`;
	const job = `  a:\n    runs-on: x\n    timeout: 5\n    steps:\n      - run: ${script}\n`;
	const faults = await workflowFaults('a.yml', `on: issue_comment\njobs:\n${job}`);
	expect(faults).toContainEqual(expect.stringContaining("Unexpected value 'timeout'"));
	expect(faults).toContainEqual(expect.stringMatching(/^line 7: "github.event.comment.body" is potentially untrusted/));
});
