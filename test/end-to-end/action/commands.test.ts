import {describe, expect, test} from 'vitest';
import {statusKindOf} from '../../../source/review/closing/status-comment.ts';
import {commentEvent} from './acting.ts';
import {readingToken, reviewed} from './reviewed.ts';

/** A reviewed pull request on which people comment, each of which starts a step. */
async function commanded(given: Parameters<typeof reviewed>[0] = {}) {
	const site = await reviewed(given);
	const {data, host, git, tree} = site;
	let number = 100;
	/** What a step writes because of a comment, and how it ends. */
	const command = async (body: string, {inputs = {}, env = {}, ...more}: CommandInit = {}) => {
		const id = `IC_${number++}`;
		const {action, type, login = 'octocat'} = more;
		site.say(body, {id, login});
		const before = host.writes.length;
		const event = commentEvent({body, id, login, ...(action && {action}), ...(type && {type})});
		const end = await site.step({event, inputs, env: {GITHUB_RUN_ID: `${number}`, ...env}});
		const written = host.writes.slice(before).map(({operation}) => operation);
		const {reactions = []} = data.comments.find(comment => comment.id === id)!;
		return {...end, written, reactions};
	};
	const statuses = () => data.comments.map(({body}) => body).filter(body => statusKindOf(body) !== null);
	const isUntouched = () => git('rev-parse', 'feature') === tree.head;
	return {...site, command, statuses, isUntouched};
}

/** A token that may read everything, roles too. */
const reading = {token: readingToken, repository: {roles: {reader: 'write', octocat: 'write'} as const}};

type CommandInit = {
	inputs?: Record<string, string>;
	env?: Record<string, string>;
	action?: string;
	type?: string;
	login?: string;
};

describe('dry-run', () => {
	test('one comment shows numbers and places, and the next dry run edits it', async () => {
		const {command, statuses, isUntouched, data} = await commanded();
		const first = await command('/pr-resolve dry-run');
		expect([first.code, first.outputs.applied, first.reactions]).toEqual([0, '0', ['EYES', 'ROCKET']]);
		expect(first.written).toEqual(['ReactTo', 'Comment', 'ReactTo']);
		const [comment] = statuses();
		expect(comment).toMatch(/^Dry run: 2 planned\.\n\n- src\/list\.txt 2: planned\n- src\/other\.txt 3: planned\n/);
		expect(comment).toContain('/octo/app/actions/runs/101)');
		expect(comment).not.toMatch(/Better so|@|item two/);
		data.reviewThreads[0]!.isResolved = true;
		const second = await command('/PR-RESOLVE  Dry-Run\n\nThanks!');
		expect(second.written).toEqual(['ReactTo', 'EditComment', 'ReactTo']);
		expect(statuses()).toEqual([expect.stringMatching(/^Dry run: 1 planned\..*runs\/102\)/s)]);
		expect(isUntouched()).toBe(true);
	});

	test.each<[string, Record<string, string>]>([
		['does not push', {publish: 'false'}],
		['only analyzes', {command: 'analyze'}],
		['is a dry run anyway', {args: '--dry-run'}],
	])('it has a comment, too, where the workflow %s', async (_, inputs) => {
		const {command, statuses, isUntouched} = await commanded();
		const {code, written} = await command('/pr-resolve dry-run', {inputs});
		expect([code, written, isUntouched()]).toEqual([0, ['ReactTo', 'Comment', 'ReactTo'], true]);
		expect(statuses()).toEqual([expect.stringContaining('- src/list.txt 2: planned')]);
	});

	test('after it, the command alone applies what it has shown, and its comment is no finding', async () => {
		const {command} = await commanded();
		await command('/pr-resolve dry-run');
		const {outputs} = await command('/pr-resolve');
		expect([outputs.outcome, outputs.applied, outputs['in-words']]).toEqual(['clean', '2', '0']);
	});

	test('a token that may not comment is a warning', async () => {
		const {command, host} = await commanded(reading);
		const {code, annotations} = await command('/pr-resolve dry-run', {inputs: {publish: 'false'}});
		expect([code, host.writes]).toEqual([0, []]);
		expect(annotations('warning').map(({message}) => message)).toEqual([
			expect.stringContaining('No comment shows this.'),
		]);
	});

	test('on a closed pull request, nothing is written', async () => {
		const {command, data} = await commanded();
		data.state = 'CLOSED';
		const {code, written} = await command('/pr-resolve dry-run');
		expect([code, written]).toEqual([0, ['ReactTo', 'ReactTo']]);
	});
});

describe('only', () => {
	const authors = {authors: '[bot]\noctocat'};
	const filesIn = (git: (...args: string[]) => string) =>
		git('show', '--format=', '--name-only', 'feature').split('\n').filter(Boolean);

	test.each(['coderabbitai', '@CodeRabbitAI[bot]', 'coderabbitai mallory'])(
		'%j is applied, and no one else',
		async who => {
			const {command, git, host} = await commanded();
			const {code, outputs, written} = await command(`/pr-resolve only ${who}`, {inputs: authors, login: 'author'});
			if (who.endsWith('mallory')) {
				expect([code, host.writes.some(({operation}) => operation === 'CreateCommit')]).toEqual([2, false]);
				return;
			}
			expect([code, outputs.outcome, outputs.applied]).toEqual([0, 'clean', '2']);
			expect(written.filter(name => name === 'Reply')).toHaveLength(2);
			expect(filesIn(git)).toEqual(['src/list.txt', 'src/other.txt']);
			expect(git('log', '-1', '--format=%(trailers:key=Pr-Resolve-Only,valueonly)', 'feature')).toBe('coderabbitai');
		},
	);

	test.each([
		['on the same machine', {}],
		['on a new machine', {XDG_STATE_HOME: '/nowhere', HOME: '/nowhere'}],
	])('what it left out is new for the next command %s', async (_, env) => {
		const {command, git, data} = await commanded();
		const first = await command('/pr-resolve only octocat', {inputs: authors});
		expect([first.outputs.applied, filesIn(git)]).toEqual(['1', ['notes.md']]);
		data.comments.length = 0;
		const next = await command('/pr-resolve', {inputs: authors, env});
		expect([next.code, next.outputs.applied, next.outputs.left]).toEqual([0, '2', '0']);
		expect(filesIn(git)).toEqual(['src/list.txt', 'src/other.txt']);
	});

	test.each([
		['a person, if the workflow applies only bots', 'octocat', {}],
		['a login that no comment is by', 'coderabbitia', authors],
		['the name that reports give to a bot', 'coderabbit', authors],
		['no login that the workflow applies', 'coderabbitai', {authors: 'octocat'}],
	])('%s is refused before anything is written', async (_, who, inputs) => {
		const {command, statuses, isUntouched} = await commanded();
		const {code, written, reactions} = await command(`/pr-resolve only ${who}`, {inputs});
		expect([code, isUntouched(), reactions]).toEqual([2, true, ['EYES', 'CONFUSED']]);
		expect(written).toEqual(['ReactTo', 'ReactTo', 'Comment']);
		expect(statuses()).toEqual([expect.stringMatching(/^A login in this command /)]);
	});

	test.each<[string, Record<string, string>, object]>([
		['does not push', {publish: 'false'}, {}],
		['only analyzes', {command: 'analyze'}, {}],
		['makes a dry run', {args: '--dry-run'}, {}],
		['cannot push to a fork', {}, {headRepository: 'stranger/app'}],
		['pushes nothing to a bot', {}, {author: {__typename: 'Bot', login: 'dependabot'}}],
	])('it is refused where the workflow %s', async (_, inputs, change) => {
		const {command, statuses, isUntouched, data} = await commanded();
		Object.assign(data, change);
		const {code, written} = await command('/pr-resolve only coderabbitai', {inputs});
		expect([code, written, isUntouched()]).toEqual([2, ['ReactTo', 'Comment'], true]);
		expect(statuses()).toEqual([expect.stringMatching(/^This command needs a workflow that pushes /)]);
	});

	test('it grants no trust', async () => {
		const {command, git, isUntouched} = await commanded({
			repository: {roles: {'resolver[bot]': 'write', author: 'write'}},
		});
		const {outputs} = await command('/pr-resolve only octocat', {inputs: authors, login: 'author'});
		expect([outputs.applied, isUntouched(), git('rev-list', '--count', 'feature')]).toEqual(['0', true, '1']);
	});

	test('on a closed pull request, nothing is written', async () => {
		const {command, data} = await commanded();
		data.state = 'CLOSED';
		const {code, written} = await command('/pr-resolve only coderabbitai');
		expect([code, written]).toEqual([0, ['ReactTo', 'ReactTo']]);
	});
});

describe('other words', () => {
	test.each([
		'/pr-resolve --dry-run',
		'/pr-resolve please do not push yet',
		'/pr-resolve dry-run only coderabbitai',
		'/pr-resolve only coderabbitai dry-run',
		'/pr-resolve dry-run dry-run',
		'/pr-resolve only',
		'/pr-resolve only [bot]',
		'/pr-resolve only a, b',
		'/pr-resolve only a,b',
		'/pr-resolve constructor',
		'/pr-resolve\u00a0now',
	])('%j is refused: a reaction, and one comment with the commands', async body => {
		const {command, statuses, isUntouched} = await commanded();
		const {code, outputs, written, reactions, annotations} = await command(body);
		expect([code, outputs.outcome, reactions]).toEqual([2, 'failed', ['CONFUSED']]);
		expect([written, isUntouched()]).toEqual([['ReactTo', 'Comment'], true]);
		expect(annotations('error')[0]!.message).toContain('not a command of pr-resolve');
		expect(statuses()).toEqual([expect.stringContaining('\n- `/pr-resolve dry-run`: ')]);
	});

	test('the next refusal edits the comment, which repeats nothing of the command', async () => {
		const {command, statuses} = await commanded();
		await command('/pr-resolve please');
		const {written} = await command('/pr-resolve @octocat rm -rf\n/gemini review');
		expect(written).toEqual(['ReactTo', 'EditComment']);
		expect(statuses()).toHaveLength(1);
		expect(statuses()[0]).toContain('/actions/runs/102)');
		expect(statuses()[0]).not.toMatch(/please|octocat|gemini|^\//m);
	});

	test('of two refusals at once, one comment is left', async () => {
		const {command, statuses} = await commanded();
		await Promise.all([command('/pr-resolve please'), command('/pr-resolve now')]);
		expect(statuses()).toHaveLength(1);
	});

	test('the next refusal deletes a second comment that a run left', async () => {
		const {command, statuses, data} = await commanded();
		await command('/pr-resolve please');
		const [first] = data.comments.slice(-1);
		data.comments.push({...first!, id: 'IC_second', fullDatabaseId: '98'});
		const {written} = await command('/pr-resolve now');
		expect([written, statuses().length]).toEqual([['ReactTo', 'EditComment', 'DeleteComment'], 1]);
	});

	test('a comment of another account that looks like ours is left alone, and so is ours with more in it', async () => {
		const {command, data} = await commanded();
		await command('/pr-resolve please');
		const ours = data.comments.at(-1)!;
		const copy = {...ours, id: 'IC_copy', fullDatabaseId: '99', author: {...ours.author!, login: 'octocat'}};
		data.comments.unshift(copy);
		ours.body = `Mine too.\n\n${ours.body}`;
		const before = [copy.body, ours.body];
		const {written} = await command('/pr-resolve now');
		expect([written, [copy.body, ours.body]]).toEqual([['ReactTo', 'Comment'], before]);
	});

	test('a person who may not start it gets no list', async () => {
		const {command} = await commanded();
		const {code, written} = await command('/pr-resolve please', {login: 'stranger'});
		expect([code, written]).toEqual([4, ['ReactTo']]);
	});

	test.each([
		['a bot', {type: 'Bot'}],
		['an edit', {action: 'edited'}],
	])('of %s, they are ignored', async (_, init) => {
		const {command} = await commanded();
		const {code, outputs, written} = await command('/pr-resolve please', init);
		expect([code, outputs.outcome, written]).toEqual([0, 'ignored', []]);
	});

	test('on a closed pull request, they are refused too', async () => {
		const {command, data} = await commanded();
		data.state = 'CLOSED';
		const {code, written} = await command('/pr-resolve please');
		expect([code, written]).toEqual([2, ['ReactTo', 'Comment']]);
	});

	test('a token that may not comment refuses them all the same', async () => {
		const {command, host} = await commanded(reading);
		const {code} = await command('/pr-resolve please');
		expect([code, host.writes]).toEqual([2, []]);
	});
});
