import {mkdirSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {expect, test} from 'vitest';
import {reviewOf} from '../helpers/review-of.ts';
import {type WorkTree, workTree} from '../helpers/work-tree.ts';

const stranger = {author: {__typename: 'User', login: 'stranger'} as const, authorAssociation: 'NONE'};

const oneChange = (tree: WorkTree, init = {}) => [
	'--from',
	reviewOf(tree).suggest('src/list.txt', 2, ['item two'], init).save(),
];

function userSettings(tree: WorkTree, content: object | string): void {
	const path = join(tree.home, '.config/pr-resolve/config.json');
	mkdirSync(dirname(path), {recursive: true});
	writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
}

test('a project file may make a run more careful, from any folder of the repository', async () => {
	const tree = workTree({'.pr-resolve.yaml': 'mode: dry-run\n'});
	const {code, json} = await tree.run(['apply', ...oneChange(tree), '--json'], {cwd: join(tree.root, 'src')});
	const warning = {text: expect.stringContaining('(project file .pr-resolve.yaml:1)')};
	expect([code, json]).toMatchObject([3, {mode: 'dry-run', summary: {planned: 1}}]);
	expect((json as {warnings: unknown[]}).warnings).toContainEqual(expect.objectContaining(warning));
	expect(tree.git('status', '--porcelain')).toBe('');
	// Who asks for it has what they wanted.
	expect((await tree.run(['apply', ...oneChange(tree), '--mode', 'dry-run'])).code).toBe(0);
	expect((await tree.run(['apply', ...oneChange(tree), '--mode', 'all'])).code).toBe(0);
	expect(tree.read('src/list.txt')).toContain('item two');
});

test.each([
	['severity: critical\n', /severity critical \(project file \.pr-resolve\.yaml:1\)/],
	['mode: all\npath: [nothing/**]\n', /path nothing\/\*\* \(project file \.pr-resolve\.yaml:2\)/],
	['mode: conflicts-only\n', /conflicts-only \(project file \.pr-resolve\.yaml:1\)/],
])('what a project file leaves out is for a person, and the file is named: %j', async (content, named) => {
	const tree = workTree({'.pr-resolve.yaml': content});
	const {code, json} = await tree.call(['apply', ...oneChange(tree), '--json']);
	expect([code, json]).toMatchObject([
		3,
		{summary: {needsPerson: 1}, findings: [{reason: expect.stringMatching(named)}]},
	]);
	const {stdout, stderr} = await tree.call(['analyze', ...oneChange(tree)]);
	expect(stdout).toMatch(named);
	expect(stdout + stderr).not.toMatch(/--(?:path|severity|mode)/);
	expect(tree.read('src/list.txt')).toContain('item 2\n');
	// The same, wanted by the person, is no work left.
	const flags = content.includes('path') ? ['--path', 'nothing/**'] : ['--severity', 'critical'];
	if (!content.includes('mode: c')) expect((await tree.call(['apply', ...oneChange(tree), ...flags])).code).toBe(0);
});

test.each([
	['trust: anyone\n', '"trust" is not allowed in the project', '.pr-resolve.yaml:1'],
	[
		'mode: all\nstrategy: fastest\n',
		'strategy (project file .pr-resolve.yaml:2) does not accept "fastest"',
		'.pr-resolve.yaml:2',
	],
])('a project file cannot loosen it: %j', async (content, message, place) => {
	const tree = workTree({'.pr-resolve.yaml': content});
	const {code, stdout, stderr} = await tree.call(['apply', ...oneChange(tree, stranger)]);
	expect([code, stdout]).toEqual([2, '']);
	expect(stderr).toContain(message);
	expect(stderr).toContain(place);
	expect(tree.read('src/list.txt')).toContain('item 2\n');
	const json = await tree.call(['apply', ...oneChange(tree, stranger), '--json']);
	expect([json.code, json.json]).toMatchObject([2, {error: {message: expect.stringContaining(message)}, exitCode: 2}]);
});

test('files of a pull request cannot prevent an undo', async () => {
	const tree = workTree();
	await tree.call(['apply', ...oneChange(tree)]);
	tree.put({'.pr-resolve.yaml': 'trust: [\n'});
	expect((await tree.call(['apply', ...oneChange(tree)])).code).toBe(2);
	expect((await tree.call(['runs'])).code).toBe(0);
	expect((await tree.call(['undo'])).code).toBe(0);
	expect(tree.read('src/list.txt')).toContain('item 2\n');
});

test('broken user settings do not prevent undo or runs', async () => {
	const content = '{"llm": ';
	const tree = workTree();
	await tree.call(['apply', ...oneChange(tree)]);
	userSettings(tree, content);
	const warning = /^WARNING .*config\.json.* Your user settings are ignored\./m;
	const listed = await tree.call(['runs', '--json']);
	expect([listed.code, listed.json]).toMatchObject([0, {runs: [{state: 'done'}]}]);
	expect(listed.stderr).toMatch(warning);
	const undone = await tree.call(['undo']);
	expect(undone.code).toBe(0);
	expect(undone.stderr).toMatch(warning);
	expect(tree.read('src/list.txt')).toContain('item 2\n');
	expect((await tree.call(['analyze', ...oneChange(tree)])).code).toBe(2);
});

test.each([
	['user settings', (tree: WorkTree) => userSettings(tree, {trust: 'anyone'}), [], {}],
	['--config', (tree: WorkTree) => tree.put({'ci.toml': 'trust = "anyone"\n'}), ['--config', 'ci.toml'], {}],
	['the environment', () => {}, [], {CR_TRUST: 'anyone'}],
])('%s may trust anyone', async (_, prepare, flags, env) => {
	const tree = workTree();
	prepare(tree);
	expect((await tree.call(['apply', ...oneChange(tree, stranger), ...flags], {env})).code).toBe(0);
	expect(tree.read('src/list.txt')).toContain('item two\n');
});

test('config names where every value comes from, in the order of precedence', async () => {
	const tree = workTree({'.pr-resolve.toml': '\nmode = "conflicts-only"\nstrategy = "skip"\n'});
	userSettings(tree, {mode: 'all', strategy: 'ask', trust: 'anyone', log_level: 'INFO'});
	const {code, json} = await tree.run(['config', '--json', '--log-level', 'ERROR'], {env: {CR_STRATEGY: 'priority'}});
	const {settings} = json as {settings: {key: string; value: unknown; origin: string}[]};
	const origins = Object.fromEntries(settings.map(({key, value, origin}) => [key, [value, origin]]));
	expect(code).toBe(0);
	expect(origins).toMatchObject({
		mode: ['conflicts-only', 'project file .pr-resolve.toml:2'],
		strategy: ['priority', 'environment CR_STRATEGY'],
		trust: ['anyone', expect.stringMatching(/^user settings .*\/config\.json:\d+$/)],
		log_level: ['ERROR', 'flag --log-level'],
		log_file: [null, 'default'],
	});
});
