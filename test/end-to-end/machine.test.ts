import {mkdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test, vi} from 'vitest';
import {reviewOf} from '../helpers/review-of.ts';
import {virtualClock} from '../helpers/virtual-clock.ts';
import {type WorkTree, workTree} from '../helpers/work-tree.ts';

vi.setConfig({testTimeout: 240_000});

const oneChange = (tree: WorkTree) => ['--from', reviewOf(tree).suggest('src/list.txt', 2, ['item two']).save()];
const isRoot = process.getuid?.() === 0;

/** A work tree whose earlier runs cannot be read. */
function unreadable(spoil: (tree: WorkTree, folder: string) => void): WorkTree {
	const tree = workTree();
	mkdirSync(join(tree.root, '.git/pr-resolve/runs'), {recursive: true});
	spoil(tree, '.git/pr-resolve');
	return tree;
}

const ways = {
	'a file is in the place of the folder': () =>
		unreadable((tree, folder) => {
			rmSync(join(tree.root, folder, 'runs'), {recursive: true});
			tree.put({[`${folder}/runs`]: ''});
		}),
	...(!isRoot && {
		'the folder belongs to another user': () => unreadable((tree, folder) => tree.chmod(`${folder}/runs`, 0)),
	}),
};

describe.each(Object.entries(ways))('earlier runs cannot be read: %s', (_, make) => {
	const said = expect.objectContaining({code: 'journal-unreadable', remedy: expect.stringMatching(/rm -r|sudo chown/)});

	test.each([['apply'], ['runs'], ['undo']])('%s says what to do', async command => {
		const tree = make();
		const given = command === 'apply' ? oneChange(tree) : [];
		const {code, json} = await tree.call([command, ...given, '--json']);
		expect([code, json]).toMatchObject([1, {error: said}]);
		expect(tree.read('src/list.txt')).toContain('item 2\n');
	});

	test('analyze goes on with a warning', async () => {
		const tree = make();
		const {code, json, stderr} = await tree.call(['analyze', ...oneChange(tree), '--json']);
		expect([code, json]).toMatchObject([0, {summary: {planned: 1}}]);
		expect(stderr).toMatch(/^WARNING The history of runs in .* cannot be read/m);
	});

	test('doctor reports it', async () => {
		const {stdout} = await make().call(['doctor'], {clock: virtualClock()});
		expect(stdout).toMatch(/failed +runs +The history of runs/);
	});
});

test('with very few open files allowed, the one JSON document names the limit', async () => {
	const tree = workTree();
	const given = oneChange(tree);
	const codes = new Set<unknown>();
	// How many it needs depends on Node.
	for (let limit = 22; !codes.has(0) && limit <= 256; limit += 6) {
		const copy = tree.copy();
		const ended = await copy.run(['apply', ...given, '--json'], {
			shell: `ulimit -n ${limit}; exec "$@"`,
		});
		// Below what Node itself needs there is no program that could say anything.
		if (ended.stdout === '' && ended.stderr.includes('node')) continue;
		const {error, exitCode} = ended.json as {error?: {code: string; remedy: string}; exitCode: number};
		expect(ended.code).toBe(exitCode);
		if (error) expect(error).toMatchObject({code: 'exhausted', remedy: expect.stringContaining('ulimit -n')});
		codes.add(error?.code ?? ended.code);
	}
	expect(codes).toEqual(new Set(['exhausted', 0]));
});
