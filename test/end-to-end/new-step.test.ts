import {copyFileSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeAll, expect, test} from 'vitest';
import {fault} from '../emulators/github/faults.ts';
import {changedProgram} from '../helpers/changed-program.ts';
import {runChild} from '../helpers/child.ts';
import {openTerminal} from '../helpers/terminal.ts';
import {reviewed} from './action/reviewed.ts';
import {type Pushing, pushing} from './closing/pushing.ts';

let program = '';

/** What adds a step: a file, and a row. */
const row = {
	'delivery/steps/table.ts': [
		[
			"import {commit} from './commit.ts';\n",
			"import {commit} from './commit.ts';\nimport {label} from './label.ts';\n",
		],
		['comment: summary, request, withdraw}', 'comment: summary, request, withdraw, label}'],
	],
};

/** What the host has to know for it: the port, what GitHub is asked, and what it is sent. */
const host = {
	'code-host/publisher.ts': [
		['export type Standing = {\n', 'export type Standing = {\n\tanswered: {label: string; isSet: boolean};\n'],
		[
			'export type Write =\n',
			"export type Write =\n\t| {kind: 'label' | 'unlabel'; pullRequest: string; labels: readonly string[]}\n",
		],
	],
	'github/publish/documents.ts': [
		["viewerPermission isArchived'", `viewerPermission isArchived label(name: "answered") { id }'`],
		['\tlocked\n', '\tlocked\n\tlabels(first: 100) { nodes { id } }\n'],
		[
			'\trequest: `',
			`\tlabel: \`mutation Label($pullRequest: ID!, $labels: [ID!]!) {
	addLabelsToLabelable(input: {labelableId: $pullRequest, labelIds: $labels}) { labelable { __typename } }
}\`,
	unlabel: \`mutation Unlabel($pullRequest: ID!, $labels: [ID!]!) {
	removeLabelsFromLabelable(input: {labelableId: $pullRequest, labelIds: $labels}) { labelable { __typename } }
}\`,
	request: \``,
		],
	],
	'github/publish/standing.ts': [
		['\t\tisArchived: z.boolean(),\n', '\t\tisArchived: z.boolean(),\n\t\tlabel: z.object({id: z.string()}),\n'],
		[
			'\t\t\tlocked: z.boolean(),\n',
			'\t\t\tlocked: z.boolean(),\n\t\t\tlabels: z.object({nodes: z.array(z.object({id: z.string()}))}),\n',
		],
		[
			'\t\tid,\n\t\tviewer:',
			'\t\tid,\n\t\tanswered: {label: data.repository.label.id, isSet: pullRequest.labels.nodes.some(one => one.id === data.repository.label.id)},\n\t\tviewer:',
		],
	],
};

beforeAll(async () => {
	program = await changedProgram(copy => {
		copyFileSync(
			join(import.meta.dirname, '../fixtures/label-step/label.ts.txt'),
			join(copy, 'source/delivery/steps/label.ts'),
		);
		for (const [file, changes] of Object.entries({...row, ...host})) {
			const path = join(copy, 'source', file);
			const text = readFileSync(path, 'utf8');
			const changed = changes.reduce((before, [old, made]) => {
				expect(before).toContain(old);
				return before.replace(old!, () => made!);
			}, text);
			writeFileSync(path, changed);
		}
		const options = {compilerOptions: {tsBuildInfoFile: './tsc.json'}, include: ['cli.tsx', 'source']};
		writeFileSync(join(copy, 'tsconfig.step.json'), JSON.stringify({extends: './tsconfig.json', ...options}));
	});
});

const run = ({tree, env}: Pushing, args: readonly string[]) =>
	runChild(process.execPath, [join(program, 'dist/cli.js'), ...args], {cwd: tree.root, env: {...tree.env, ...env}});

const labelsOf = ({review}: Pushing) => review.pullRequest.data.labels ?? [];

const publish = ['apply', '7', '--publish', '--resolve-people', '--label'];

test('the compiler asks for nothing else', async () => {
	const tsc = join(program, 'node_modules/typescript/bin/tsc');
	const {code, stdout} = await runChild(process.execPath, [tsc, '-p', 'tsconfig.step.json'], {cwd: program, env: {}});
	expect([code, stdout]).toEqual([0, '']);
});

test('help, and the check of flags, know it', async () => {
	const at = await pushing();
	expect((await run(at, ['apply', '--help'])).stdout).toMatch(
		/--label +add the label "answered" once all threads are done/,
	);
	const {code, stderr} = await run(at, ['apply', '--from', 'pr.json', '--label']);
	expect([code, stderr]).toEqual([2, expect.stringContaining('--label needs GitHub, but --from reads a recording.')]);
});

test('a dry run tells of it, and it is done, told and taken back', async () => {
	const at = await pushing();
	const {stdout} = await run(at, [...publish, '--dry-run']);
	expect([stdout, labelsOf(at)]).toEqual([
		expect.stringMatching(/Threads: 2 replies \(0 with replies=needed\), 2 resolves, 1 label, about .* \(planned\)/),
		[],
	]);
	const {code, json} = await run(at, [...publish, '--json']);
	expect([code, json, labelsOf(at)]).toMatchObject([
		0,
		{publication: {replies: 2, labeled: 1, pending: 0}},
		['answered'],
	]);
	const undone = await run(at, ['undo', '--publish']);
	expect([undone.code, undone.stdout, labelsOf(at)]).toEqual([
		0,
		expect.stringContaining('GitHub: 1 label removed.'),
		[],
	]);
});

test('killed before the label is there, --continue adds it; after that, it is found', async () => {
	for (const when of ['before', 'after']) {
		const at = await pushing();
		const {tree, env, host} = at;
		const options = {cwd: tree.root, env: {...tree.env, ...env}};
		const end = await runChild(process.execPath, [join(program, 'dist/cli.js'), ...publish], {
			...options,
			meanwhile: child => {
				const kill = fault.meanwhile(() => child.kill('SIGKILL'));
				host.faults.on(
					'Label',
					when === 'before' ? answer => Promise.resolve(kill(answer)).then(() => 'cut' as const) : kill,
				);
			},
		});
		expect([when, end.code]).toEqual([when, 'SIGKILL']);
		const {code, json} = await run(at, ['apply', '--continue', '--json']);
		expect([code, json, labelsOf(at)]).toMatchObject([0, {publication: {labeled: 1, pending: 0}}, ['answered']]);
		expect(host.writes.filter(({operation}) => operation === 'Label')).toHaveLength(1);
	}
});

test('the app offers it', async () => {
	const {tree, env} = await pushing();
	const terminal = openTerminal(
		process.execPath,
		[join(program, 'dist/cli.js'), 'review', '7', '--publish', '--label'],
		{
			cwd: tree.root,
			env: {...tree.env, ...env},
		},
	);
	await terminal.waitFor('2 to apply');
	terminal.press('A');
	await terminal.answer('Write 2 changes', 'y');
	await terminal.waitFor(/\[x\] label +"answered"/);
});

test('the summary of a workflow tells of it', async () => {
	const {step, data} = await reviewed();
	const inputs = {authors: '[bot]\noctocat', args: '--resolve-people\n--label'};
	const {code, summary} = await step({main: join(program, 'dist/action.js'), inputs});
	expect([code, summary, data.labels]).toEqual([0, expect.stringContaining('1 label added'), ['answered']]);
});
