import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {hostOf} from '../../helpers/host.ts';
import {isRunning} from '../../helpers/is-running.ts';
import {reviewOf} from '../../helpers/review-of.ts';
import {plainFolder, workTree} from '../../helpers/work-tree.ts';
import {act, canceling} from './acting.ts';

/** The two tokens of a workflow. */
const [reading, writing] = ['ghs_reading', 'ghs_writing'];

/** A pull request with two suggestions by a bot, checked out by a job whose token may read. */
async function checkedOut({token = reading}: {token?: string} = {}) {
	const tree = workTree();
	const bot = {author: {__typename: 'Bot', login: 'coderabbitai'}} as const;
	const review = reviewOf(tree)
		.suggest('src/list.txt', 2, ['item two'], bot)
		.suggest('src/other.txt', 3, ['entry three'], bot);
	const job = (permission: 'read' | 'write', login: string) =>
		({login, scopes: null, permissions: {contents: permission, pullRequests: permission}}) as const;
	const host = await hostOf([review], {
		repositories: [{nameWithOwner: 'octo/app', roles: {author: 'write', writer: 'write'}}],
		tokens: {[reading]: job('read', 'reader'), [writing]: job('write', 'writer')},
	});
	host.env.GITHUB_TOKEN = token;
	return {tree, host, data: review.pullRequest.data};
}

const verify = (command: string) => ({publish: 'false', args: `--verify ${command}\n--trust-code`});

test('a job whose token may not write verifies the head, and its verdict names what passed', async () => {
	const {tree, host} = await checkedOut();
	const inputs = verify('! grep -q "entry three" src/other.txt');
	const {code, outputs, summary, annotations, commands} = await act({tree, host, inputs});
	expect(commands[0]).toMatchObject({name: 'add-mask', message: reading});
	const {outcome, applied, left, commit} = outputs;
	expect([code, outcome, outputs['exit-code'], applied, left, commit]).toEqual([0, 'open', '3', '1', '1', '']);
	const [verdict, report] = [outputs.verdict!, outputs.report!].map(path => JSON.parse(readFileSync(path, 'utf8')));
	expect(verdict).toMatchObject({schema: 'pr-resolve/verdict@1', head: tree.head});
	const isApplied = ({outcome}: {outcome: string}) => outcome === 'applied';
	expect(verdict.passed).toEqual(report.changes.filter(isApplied).map(({id}: {id: string}) => id));
	expect(summary).toContain('| failed | src\\/other\\.txt 3 |');
	expect(annotations('warning').map(({properties}) => properties.file)).toEqual([undefined, 'src/other.txt']);
});

test('the verdict is on the commit that the command ran on, also if the branch moves before it', async () => {
	const {tree, host, data} = await checkedOut();
	host.faults.on('Workflow', answer => {
		data.headRefOid = 'f'.repeat(40);
		data.commits = [tree.head, data.headRefOid];
		return answer;
	});
	const {outputs} = await act({tree, host, inputs: verify('true')});
	expect(JSON.parse(readFileSync(outputs.verdict!, 'utf8'))).toMatchObject({head: tree.head});
});

test('nothing passes a verification that does not pass', async () => {
	const {tree, host} = await checkedOut();
	const {code, outputs} = await act({tree, host, inputs: {...verify('false'), 'fail-on': 'person'}});
	expect([code, outputs.outcome]).toEqual([3, 'open']);
	expect(JSON.parse(readFileSync(outputs.verdict!, 'utf8'))).toMatchObject({head: tree.head, passed: []});
});

test('code of the pull request gets no files of the runner, and what it adds to them is gone', async () => {
	const {tree, host} = await checkedOut();
	const found = await act({
		tree,
		host,
		inputs: verify('! env | grep -E "^(GITHUB_(OUTPUT|ENV|PATH|STEP_SUMMARY|STATE)|ACTIONS_)"'),
	});
	expect([found.outputs.applied, found.outputs['exit-code']]).toEqual(['2', '0']);
	const add = ['output', 'summary', 'env', 'path', 'state'].map(name => `echo forged=1 >> $RUNNER_TEMP/${name}`);
	const added = await act({...(await checkedOut()), inputs: verify(add.join('; '))});
	expect([added.outputs.applied, added.outputs['exit-code'], added.outputs.forged]).toEqual(['2', '0', undefined]);
	expect(added.summary).not.toContain('forged');
	const texts = ['env', 'path', 'state'].map(name => readFileSync(join(added.temp, name), 'utf8'));
	expect(texts).toEqual(['', '', '']);
});

const trace = (name: string) => `touch ${name}`;

test.each<[string, Record<string, string>, Record<string, string>]>([
	['in the arguments', {publish: 'true', args: `--verify ${trace('was-run')}`}, {}],
	['with publish by default', {args: `--verify=${trace('was-run')}`}, {}],
	['in a variable', {}, {CR_VERIFY: trace('was-run')}],
	['beside a flag that writes', {publish: 'false', args: `--verify ${trace('was-run')}\n--push`}, {}],
	['beside a flag that replies', {publish: 'false', args: `--verify ${trace('was-run')}\n--reply`}, {}],
	['as hooks', {args: '--hooks'}, {}],
	['as hooks in a variable', {}, {CR_HOOKS: 'true'}],
	['beside a verdict', {publish: 'false', verdict: 'verdict.json', args: `--verify ${trace('was-run')}`}, {}],
])('a job never runs code of the pull request and publishes: %s', async (_, inputs, env) => {
	const {tree, host} = await checkedOut();
	const {code, outputs, annotations} = await act({tree, host, inputs, env});
	expect([code, outputs.outcome, existsSync(join(tree.root, 'was-run'))]).toEqual([2, 'failed', false]);
	expect(annotations('error').map(({message}) => message)).toEqual([
		expect.stringContaining('A job that runs code of the pull request must not publish.'),
	]);
	expect(host.writes).toEqual([]);
});

test.each([
	['in the arguments', '--commit\n--hooks=accept', {}],
	['in a variable', '--commit', {CR_HOOKS: 'accept'}],
])('hooks may not change what is committed: %s', async (_, args, env) => {
	const {tree, host} = await checkedOut();
	const {code, annotations} = await act({tree, host, inputs: {publish: 'false', args}, env});
	expect([code, annotations('error').map(({message}) => message)]).toEqual([
		2,
		[expect.stringContaining('A workflow does not accept --hooks=accept')],
	]);
});

test('a token that is known to be able to write is refused where code of the pull request would run', async () => {
	const {tree, host} = await checkedOut({token: writing});
	const {code, annotations} = await act({tree, host, inputs: verify(trace('was-run'))});
	expect([code, existsSync(join(tree.root, 'was-run'))]).toEqual([2, false]);
	expect(annotations('error')[0]!.message).toContain('must not have a token that may write');
});

test.each([
	['a fork', {headRepository: 'stranger/app'}, 'the head is in a fork'],
	['a bot', {author: {__typename: 'Bot', login: 'dependabot'}}, 'the pull request is by the bot dependabot'],
] as const)('a pull request of %s is not verified, and its verdict is empty', async (_, change, reason) => {
	const {tree, host, data} = await checkedOut();
	Object.assign(data, change);
	const {code, outputs, annotations} = await act({tree, host, inputs: verify(trace('was-run'))});
	expect([code, outputs['exit-code'], existsSync(join(tree.root, 'was-run'))]).toEqual([0, '3', false]);
	expect(annotations('warning')[0]!.message).toContain(`Nothing was verified, because ${reason}.`);
	expect(JSON.parse(readFileSync(outputs.verdict!, 'utf8'))).toMatchObject({passed: []});
});

test('a checkout of another commit, or none, is refused', async () => {
	const {tree, host} = await checkedOut();
	tree.commit();
	const other = await act({tree, host, inputs: verify('true')});
	expect([other.code, other.annotations('error')[0]!.message]).toEqual([
		2,
		expect.stringContaining('The checkout is at'),
	]);
	const none = await act({tree, host, cwd: plainFolder().root, inputs: verify('true')});
	expect([none.code, none.annotations('error')[0]!.message]).toEqual([2, expect.stringContaining('need a checkout')]);
});

test('a job that is canceled ends at once, with its files as before and nothing left running', async () => {
	const {tree, host} = await checkedOut();
	const before = tree.read('src/list.txt');
	const pidFile = join(tree.home, 'pid');
	const inputs = verify(`echo $$ >${pidFile}; exec sleep 600`);
	const runner = canceling(() => expect(readFileSync(pidFile, 'utf8')).toMatch(/\n$/));
	const {code, outputs, annotations} = await act({
		tree,
		host,
		inputs,
		meanwhile: runner.meanwhile,
	});
	expect([code, outputs['exit-code'], outputs.outcome, runner.isLate()]).toEqual([130, '130', 'failed', false]);
	expect(annotations('error')).toHaveLength(1);
	expect(tree.read('src/list.txt')).toBe(before);
	expect(isRunning(Number(readFileSync(pidFile, 'utf8')))).toBe(false);
});
