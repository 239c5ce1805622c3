import {describe, expect, test} from 'vitest';
import {bot} from '../emulators/github/data.ts';
import {type Review, reviewOf} from '../helpers/review-of.ts';
import {type WorkTree, workTree} from '../helpers/work-tree.ts';

type Report = {
	findings: {outcome: string; reason: string}[];
	changes: {id: string; outcome: string; diff: string; placement: {start: number; end: number}}[];
	conflicts: {kind: string; changes: string[]; chosen: string | null}[];
	files: {path: string; applied: number; syntax: string}[];
	summary: Record<string, number>;
};

const manifest = `{
  "name": "shop",
  "scripts": {
    "build": "tsc",
    "test": "mocha"
  },
  "dependencies": {
    "left": "1.0.0"
  },
  "devDependencies": {
    "right": "2.0.0"
  }
}
`;

async function run(command: 'analyze' | 'apply', tree: WorkTree, review: Review, ...more: string[]) {
	const {code, json} = await tree.call([command, '--from', review.save(), '--json', ...more]);
	return {code, report: json as Report};
}

describe('different keys are merged', () => {
	test('suggestions for the same lines of package.json, each for another line', async () => {
		const tree = workTree({'package.json': manifest});
		const review = reviewOf(tree)
			.suggest('package.json', [3, 5], ['  "scripts": {', '    "build": "tsc -b",', '    "test": "mocha"'])
			.suggest('package.json', [3, 5], ['  "scripts": {', '    "build": "tsc",', '    "test": "vitest"']);
		const {code, report} = await run('apply', tree, review);
		expect(code).toBe(0);
		expect(tree.read('package.json')).toBe(manifest.replace('tsc', 'tsc -b').replace('mocha', 'vitest'));
		expect(report).toMatchObject({
			conflicts: [],
			files: [{path: 'package.json', applied: 2, syntax: 'ok'}],
			summary: {findings: 2, applied: 2},
		});
		for (const {diff} of report.changes) expect(diff.match(/^\+/gm)).toHaveLength(1);
		await tree.call(['undo']);
		expect(tree.read('package.json')).toBe(manifest);
	});

	test.each([[['up', 'down']], [['down', 'up']]])('dependencies added behind the same line: %j', async names => {
		const tree = workTree({'package.json': manifest});
		const review = reviewOf(tree);
		for (const name of names) review.suggest('package.json', 8, ['    "left": "1.0.0",', `    "${name}": "3.0.0"`]);
		const {report} = await run('apply', tree, review);
		expect(report.summary).toMatchObject({applied: 2});
		expect(JSON.parse(tree.read('package.json'))).toEqual({
			...JSON.parse(manifest),
			dependencies: {left: '1.0.0', up: '3.0.0', down: '3.0.0'},
		});
	});

	test('the preview shows what will be written', async () => {
		const tree = workTree({'deploy.yaml': 'image: app:1\nreplicas: 1 # few\nports: [80]\n'});
		const review = reviewOf(tree)
			.suggest('deploy.yaml', [1, 2], ['image: app:2', 'replicas: 1 # few'])
			.suggest('deploy.yaml', [1, 2], ['image: app:1', 'replicas: 3 # few'])
			.suggest('deploy.yaml', [2, 3], ['replicas: 1 # few', 'ports: [80, 443]']);
		const {stdout} = await tree.call(['apply', '--dry-run', '--from', review.save()]);
		expect(stdout).toContain('-image: app:1\n-replicas: 1 # few\n-ports: [80]\n+image: app:2\n+replicas: 3 # few\n');
		await run('apply', tree, review);
		expect(tree.read('deploy.yaml')).toBe('image: app:2\nreplicas: 3 # few\nports: [80, 443]\n');
	});

	test('two lines of one script, and a key next to each of them', async () => {
		const flow = 'name: a\nrun: |\n  npm ci\n  npm run lint\n  npm test\nshell: sh\nif: x\n';
		const tree = workTree({'flow.yml': flow});
		const review = reviewOf(tree)
			.suggest('flow.yml', 3, ['  npm ci --ignore-scripts'])
			.suggest('flow.yml', 5, ['  npm test -- --run'])
			.suggest('flow.yml', [6, 7], ['shell: bash', 'if: x'])
			.suggest('flow.yml', [6, 7], ['shell: sh', 'if: y']);
		const {report} = await run('apply', tree, review);
		expect(report.summary).toMatchObject({applied: 4});
		expect(tree.read('flow.yml')).toBe(
			flow.replace('ci', 'ci --ignore-scripts').replace('test', 'test -- --run').replace('sh\nif: x', 'bash\nif: y'),
		);
	});
});

describe('the same key is a conflict', () => {
	test('also where the lines are apart', async () => {
		const tree = workTree({'package.json': manifest});
		const review = reviewOf(tree)
			.suggest('package.json', 5, ['    "test": "mocha",', '    "lint": "biome"'])
			.suggest('package.json', 4, ['    "lint": "eslint .",', '    "build": "tsc",']);
		const {code, report} = await run('apply', tree, review);
		expect(code).toBe(3);
		expect(report.conflicts).toMatchObject([{kind: 'same-key', chosen: null}]);
		expect(report.summary).toMatchObject({conflict: 2});
		expect(tree.read('package.json')).toBe(manifest);
		const {stdout} = await tree.call(['analyze', '--from', review.save()]);
		expect(stdout).toContain('same-key in package.json');
	});

	test('the winner is applied with the changes that do not conflict with it', async () => {
		const tree = workTree({'Cargo.toml': '[package]\nname = "shop"\nversion = "1"\nedition = "2021"\n'});
		const review = reviewOf(tree)
			.suggest('Cargo.toml', [2, 3], ['name = "shop"', 'version = "2"'], {author: bot('helper')})
			.suggest('Cargo.toml', [3, 4], ['version = "3"', 'edition = "2021"'])
			.suggest('Cargo.toml', [3, 4], ['version = "1"', 'edition = "2024"'], {author: bot('helper')});
		const {report} = await run('apply', tree, review);
		expect(report.conflicts).toMatchObject([{kind: 'same-key', changes: [{}, {}].map(() => expect.any(String))}]);
		expect(report.changes.map(({outcome}) => outcome)).toEqual(['declined', 'applied', 'applied']);
		expect(tree.read('Cargo.toml')).toBe('[package]\nname = "shop"\nversion = "3"\nedition = "2024"\n');
	});
});

describe('if keys cannot decide, lines do', () => {
	test.each([
		['a file that cannot be read', '{\n  "a": 1,\n  "b": 2\n', [2, '  "a": 3,'], [3, '  "b": 4']],
		['the same comment rewritten twice', 'a: 1 # one\nb: 2\n', [1, 'a: 1 # two'], [1, 'a: 1 # three']],
	] as const)('%s', async (_, source, [, one], [, two]) => {
		const path = source.startsWith('{') ? 'a.json' : 'a.yaml';
		const tree = workTree({[path]: source});
		const lines = source.split('\n');
		const [start, end] = source.startsWith('{') ? [2, 3] : [1, 1];
		const kept = lines.slice(start - 1, end);
		const review = reviewOf(tree)
			.suggest(path, [start, end], kept.with(0, one))
			.suggest(path, [start, end], kept.with(-1, two));
		const {code, report} = await run('apply', tree, review);
		expect(code).toBe(3);
		expect(report.conflicts).toMatchObject([{kind: 'same-lines'}]);
		expect(tree.read(path)).toBe(source);
	});

	test('a change that breaks the file is held back, and the others are woven without it', async () => {
		const tree = workTree({'package.json': manifest});
		const review = reviewOf(tree)
			.suggest('package.json', [4, 5], ['    "build": "tsc -b",', '    "test": "mocha"'])
			.suggest('package.json', [4, 5], ['    "build": "tsc",', '    "test": "vitest"'])
			.suggest('package.json', 11, ['    "right": 2.0.0"']);
		const {report} = await run('apply', tree, review);
		expect(report.changes.map(({outcome}) => outcome)).toEqual(['applied', 'applied', 'needs-person']);
		expect(tree.read('package.json')).toBe(manifest.replace('tsc', 'tsc -b').replace('mocha', 'vitest'));
	});
});
