import {type ChildProcess, execFileSync} from 'node:child_process';
import {join} from 'node:path';
import {runAction} from '../../../source/action/run-action.ts';
import {runStep, type Step, type StepEnd} from '../../emulators/workflow-runner.ts';
import type {Ended} from '../../helpers/child.ts';
import {type CallOptions, callMain} from '../../helpers/in-process.ts';
import {virtualClock} from '../../helpers/virtual-clock.ts';
import {eventually} from '../../helpers/wait.ts';
import type {WorkTree} from '../../helpers/work-tree.ts';

/** `main` of action.yml, as a test may run it: a process of its own. */
export const builtAction = join(import.meta.dirname, '../../../dist/action.js');

/** The Action in the process of the test. @param clock default: that of the machine */
export const actionHere =
	(clock?: CallOptions['clock']) =>
	({cwd, env}: Pick<CallOptions, 'cwd' | 'env'>): Promise<Ended> =>
		callMain([], {cwd, env, program: runAction, ...(clock && {clock})});

/** Makes the tree of a release in an empty folder; returns its Action. */
export function releaseTree(folder: string): string {
	const script = join(import.meta.dirname, '../../../build/release-tree.ts');
	execFileSync(process.execPath, [script, folder], {stdio: 'pipe'});
	return join(folder, 'dist/action.js');
}

type Acting = Partial<Omit<Step, 'env'>> & {
	tree: WorkTree;
	host: {env: {GITHUB_API_URL: string; GITHUB_TOKEN: string}};
	env?: Step['env'];
};

/**
 * Runs the Action in a work tree, by default because its pull request was opened, with the token of the host; in the process of the
 * test, and without the time between two writes, unless something is to be done to its process.
 */
export function act({tree, host, env, inputs, ...step}: Acting): Promise<StepEnd> {
	const {GITHUB_TOKEN: token, ...address} = host.env;
	return runStep({
		main: step.meanwhile ? builtAction : actionHere(virtualClock(Date.now())),
		cwd: tree.root,
		event: pullRequestEvent,
		...step,
		inputs: {token, ...inputs},
		env: {...tree.env, ...address, ...env},
	});
}

const pullRequestEvent = {name: 'pull_request', payload: {action: 'synchronize', pull_request: {number: 7}}};

type CommentInit = {
	body?: string;
	action?: string;
	login?: string;
	type?: string;
	isOnIssue?: boolean;
	/** Node id. */
	id?: string;
};

/** The event of a comment on the pull request. */
export function commentEvent({
	body = '/pr-resolve',
	action = 'created',
	login = 'octocat',
	type = 'User',
	isOnIssue = false,
	id = 'IC_1',
}: CommentInit) {
	const user = {login, type};
	const issue = {
		number: 7,
		...(isOnIssue ? {} : {pull_request: {url: 'https://api.github.com/repos/octo/app/pulls/7'}}),
	};
	return {name: 'issue_comment', payload: {action, issue, comment: {body, user, node_id: id}, sender: user}};
}

/** Cancels a job as the runner does, once something holds: SIGINT, and SIGTERM if the step is still there 7.5 seconds later. */
export function canceling(isTime: () => void) {
	let isLate = false;
	const meanwhile = (child: ChildProcess) => {
		void eventually(isTime).then(() => {
			child.kill('SIGINT');
			const next = setTimeout(() => {
				isLate = child.kill('SIGTERM');
			}, 7500);
			child.once('exit', () => clearTimeout(next));
		});
	};
	return {meanwhile, isLate: () => isLate};
}
