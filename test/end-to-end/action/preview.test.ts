import {globSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {bot} from '../../emulators/github/data.ts';
import {newFolder} from '../../helpers/folders.ts';
import {workTree} from '../../helpers/work-tree.ts';
import {serving} from '../no-checkout/reading.ts';
import {act, commentEvent, releaseTree} from './acting.ts';

const author = bot('coderabbitai');

const twoSuggestions = () =>
	serving(workTree(), {
		review: review =>
			void review
				.suggest('src/list.txt', 2, ['item two'], {author})
				.suggest('src/other.txt', 3, ['entry three'], {author})
				.suggest('notes.md', 3, ['Theirs.'], {authorAssociation: 'OWNER'}),
	});

test('in an empty folder, analyze shows the plan and writes nothing', async () => {
	const {tree, host, env, outside} = await twoSuggestions();
	const {code, outputs, summary} = await act({tree, host, env, cwd: outside.root, inputs: {command: 'analyze'}});
	expect([code, outputs.outcome, outputs.applied, outputs.left]).toEqual([0, 'clean', '0', '0']);
	expect(summary).toMatch(/\| planned \| src\\\/list\\\.txt 2 \|/);
	expect([readdirSync(outside.root), host.writes]).toEqual([[], []]);
});

test.each([
	['a fork', {headRepository: 'stranger/app'}, 'the head is in a fork'],
	['Dependabot', {author: bot('dependabot')}, 'the pull request is by the bot dependabot'],
])('nothing is pushed to %s: the summary and an output have the patch', async (_, change, reason) => {
	const {tree, host, env, outside, data} = await twoSuggestions();
	const before = tree.head;
	Object.assign(data, change);
	data.comments.push({
		...data.reviewThreads[0]!.comments[0]!,
		__typename: 'IssueComment',
		id: 'IC_7',
		body: '/pr-resolve',
	});
	const event = commentEvent({id: 'IC_7'});
	// What does not apply to a plan is no obstacle.
	const inputs = {args: '--set split=reviewer\n--set git_low_speed=0\n--react\n--severity trivial'};
	const {code, outputs, summary, annotations} = await act({tree, host, env, cwd: outside.root, event, inputs});
	expect([code, outputs.outcome, outputs['exit-code'], outputs.commit]).toEqual([0, 'open', '3', '']);
	expect(annotations('warning').map(({message}) => message)).toContain(`Nothing is pushed, because ${reason}.`);
	expect(summary).toContain('+entry three');
	tree.git('apply', outputs.patch!);
	expect([tree.read('src/list.txt'), tree.read('notes.md'), tree.head]).toEqual([
		expect.stringContaining('item two\n'),
		expect.not.stringContaining('Theirs.'),
		before,
	]);
	expect([host.writes.map(({operation}) => operation), data.comments.at(-1)!.reactions]).toEqual([
		['ReactTo', 'ReactTo'],
		['EYES', 'ROCKET'],
	]);
});

test('the Action of a release needs nothing else: in an empty folder, it checks TypeScript and Python', async () => {
	const main = releaseTree(newFolder());
	const files = {'a.ts': 'const a = 1;\nconst b = 2;\n', 'b.py': 'def b():\n    return 1\n'};
	const site = await serving(workTree(files), {
		review: review =>
			void review
				.suggest('a.ts', 1, ['const a = 2;'], {author})
				.suggest('a.ts', 2, ['const b = (;'], {author})
				.suggest('b.py', 2, ['return 1'], {author}),
	});
	const {tree, host, env, outside} = site;
	const inputs = {command: 'analyze'};
	const {code, outputs} = await act({tree, host, env, main, cwd: outside.root, inputs});
	const {findings} = JSON.parse(readFileSync(outputs.report!, 'utf8')) as {
		findings: {path: string; outcome: string; reason: string}[];
	};
	const held = ['needs-person', 'held back: it adds a syntax error'];
	expect([code, findings.map(({path, outcome, reason}) => [path, outcome, reason])]).toEqual([
		0,
		[
			['a.ts', 'planned', ''],
			['a.ts', ...held],
			['b.py', ...held],
		],
	]);
});

test('the tree of a release has a README, whose links lead to pages of the same version', () => {
	const folder = newFolder();
	releaseTree(folder);
	const root = join(import.meta.dirname, '../../..');
	const {version} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
	const pages = globSync('**/*.md', {cwd: folder, exclude: path => path === 'node_modules'});
	expect(pages).toEqual(['README.md']);
	const page = readFileSync(join(folder, 'README.md'), 'utf8');
	const headings = (text: string) =>
		[...text.matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
			title!
				.toLowerCase()
				.replace(/[^\w -]/g, '')
				.replaceAll(' ', '-'),
		);
	const links = [...page.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link!);
	expect(links.length).toBeGreaterThan(5);
	for (const link of links) {
		const [target = '', anchor] = link.split('#');
		const path = target.replace(`https://github.com/OWNER/pr-resolve/blob/source-v${version}/`, '');
		expect(path, link).not.toMatch(/^https?:|\.\./);
		const text = path === '' ? page : readFileSync(join(root, path), 'utf8');
		if (anchor !== undefined) expect(headings(text), link).toContain(anchor);
	}
});

test('the tree of a release is not made over other files', () => {
	const folder = newFolder();
	writeFileSync(join(folder, 'mine'), '');
	expect(() => releaseTree(folder)).toThrow('is not empty');
});
