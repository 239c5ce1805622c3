import {execFileSync} from 'node:child_process';
import {mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {onTestFinished} from 'vitest';
import {startGitServer} from '../../emulators/git-http.ts';
import {bot, type PullRequestInit} from '../../emulators/github/data.ts';
import type {RepositoryData} from '../../emulators/github/records.ts';
import {runWorkflow, type WorkflowInit} from '../../emulators/workflow-run.ts';
import {runStep, type Step} from '../../emulators/workflow-runner.ts';
import {newFolder} from '../../helpers/folders.ts';
import {hostOf} from '../../helpers/host.ts';
import {makeBare} from '../../helpers/make-bare.ts';
import {reviewOf} from '../../helpers/review-of.ts';
import {executable, plainFolder, type WorkTree, workTree} from '../../helpers/work-tree.ts';
import {actionHere} from '../action/acting.ts';
import {basicAuthorization} from '../closing/pushing.ts';

const root = join(import.meta.dirname, '../../..');
const folder = join(root, 'docs/workflows');

const read = {contents: 'read', pullRequests: 'read'} as const;
const tokens = {
	ghs_reads: {login: 'resolver[bot]', scopes: null, permissions: read},
	ghs_writes: {login: 'resolver[bot]', scopes: null},
};

type AcmeInit = {
	/** With a suggestion by a bot each; `repository` is its name in the organization. */
	pulls: readonly (Omit<PullRequestInit, 'repository'> & {repository: string; number: number})[];
	/** What is special about them, or others. */
	repositories?: readonly RepositoryData[];
	/** Of the repository with the workflows. */
	secrets?: Record<string, string>;
	/** What the owner of the workflows changes in them. */
	edit?: (text: string) => string;
	/** Instead of the Action, which applies: it gets the inputs of each job. */
	apply?: (inputs: Readonly<Record<string, string>>) => void;
};

/** The organization acme on an emulated GitHub, with the workflows of the docs in a repository of it. */
export async function acme({pulls, repositories = [], secrets = {}, edit = text => text, apply}: AcmeInit) {
	const tree = workTree();
	const served = newFolder();
	const folders = Map.groupBy(pulls, ({repository}) => repository);
	for (const [repository, ofIt] of folders) {
		const bare = bareOf(served, repository);
		mkdirSync(dirname(bare), {recursive: true});
		makeBare(tree, bare);
		for (const {number, headRefName = `change-${number}`} of ofIt) {
			writeFileSync(join(bare, 'refs/heads', headRefName), `${tree.head}\n`);
			mkdirSync(join(bare, 'refs/pull', `${number}`), {recursive: true});
			writeFileSync(join(bare, 'refs/pull', `${number}`, 'head'), `${tree.head}\n`);
		}
	}
	const accepted = Object.keys(tokens).map(token => basicAuthorization('x-access-token', token));
	const server = await startGitServer(served, authorization => accepted.includes(authorization));
	onTestFinished(server.close);
	const reviews = pulls.map(({repository, number, ...init}) => {
		const name = `acme/${repository}`;
		const updatedAt = new Date().toISOString();
		const url = `${server.url}/${name}/pull/${number}`;
		const given = {headRefName: `change-${number}`, updatedAt, ...init, repository: name, number, url};
		return reviewOf(tree, given).suggest('src/list.txt', 2, ['item two'], {author: bot('coderabbitai')});
	});
	const roles = {'resolver[bot]': 'write', author: 'write'} as const;
	const known = [...folders.keys()].map(repository => {
		const nameWithOwner = `acme/${repository}`;
		const special = repositories.find(other => other.nameWithOwner === nameWithOwner);
		return {nameWithOwner, folder: bareOf(served, repository), roles, ...special};
	});
	const others = repositories.filter(({nameWithOwner}) => !known.some(one => one.nameWithOwner === nameWithOwner));
	const host = await hostOf(reviews, {repositories: [...known, ...others], tokens});
	const programs = newFolder();
	symlinkSync(executable, join(programs, 'pr-resolve'));
	writeFileSync(join(programs, 'npm'), '#!/bin/sh\necho "npm $*"\n', {mode: 0o755});
	const machines: WorkTree[] = [];
	const own = newFolder();
	const files = readdirSync(folder).map(name => join(own, name));
	for (const file of files) writeFileSync(file, edit(readFileSync(join(folder, basename(file)), 'utf8')));
	/** What the workflows have asked for as tokens. */
	const asked: Record<string, string>[] = [];
	const init: WorkflowInit = {
		files,
		main: actionHere(),
		contexts: {
			github: {repository: 'acme/control', repository_owner: 'acme'},
			vars: {APP_CLIENT_ID: 'Iv23li'},
			secrets: {APP_KEY: 'key', ...secrets},
		},
		actions: {
			'actions/setup-node': () => ({}),
			'actions/create-github-app-token': inputs => {
				asked.push(inputs);
				return {token: inputs['permission-contents'] === 'write' ? 'ghs_writes' : 'ghs_reads'};
			},
			...(apply && {
				'OWNER/pr-resolve': inputs => {
					apply(inputs);
					return {};
				},
			}),
		},
		machine: () => {
			const machine = plainFolder();
			machines.push(machine);
			return {
				cwd: machine.root,
				repository: 'acme/control',
				event: {name: 'schedule', payload: {}},
				env: {
					...machine.env,
					PATH: [programs, dirname(process.execPath), process.env.PATH].join(':'),
					GITHUB_API_URL: host.env.GITHUB_API_URL,
					GITHUB_SERVER_URL: server.url,
					GIT_ALLOW_PROTOCOL: 'file:http',
					TMPDIR: newFolder(),
				},
			};
		},
	};
	return {
		...{host, asked, tree},
		/** Runs the Action in a job that may write. */
		step: (inputs: Readonly<Record<string, string>>, given: Partial<Step> = {}) =>
			runStep({...init.machine(), main: actionHere(), ...given, inputs: {token: 'ghs_writes', ...inputs}}),
		/** @param name without `organization-` */
		run: (name: string, inputs: object = {}) => runWorkflow(join(own, `organization-${name}.yml`), init, inputs),
		/** Runs a workflow of the docs in a repository of the organization, because of an event there. @param vars further ones */
		runFor: (
			file: string,
			repository: string,
			{event, vars = {}}: {event: {name: string; payload: object}; vars?: Record<string, string>},
		) => {
			const github = {repository, repository_owner: 'acme', event_name: event.name, event: event.payload};
			const contexts = {...init.contexts, github, vars: {APP_CLIENT_ID: 'Iv23li', ...vars}};
			return runWorkflow(join(own, file), {...init, contexts, machine: () => ({...init.machine(), repository, event})});
		},
		/** The second line of the file that the suggestions are for. */
		lineIn: (repository: string, branch: string) => {
			const bare = bareOf(served, repository);
			// git cannot be asked for every name of a branch.
			const head = readFileSync(join(bare, 'refs/heads', branch), 'utf8').trim();
			const shown = execFileSync('git', ['-C', bare, 'show', `${head}:src/list.txt`], {env: tree.env});
			return shown.toString().split('\n')[1];
		},
		/** What is in the folders of the jobs. */
		left: () => machines.flatMap(({root}) => readdirSync(root)),
		threads: () => host.world.pullRequests.map(({reviewThreads}) => reviewThreads.map(({isResolved}) => isResolved)),
	};
}

/** What its owner changes in the workflow by docs/organization.md, to apply more than 20. */
export const withoutLimit = (text: string) => text.replace(' --max-prs 20', '');

const bareOf = (served: string, repository: string) => join(served, 'acme', `${repository}.git`);
