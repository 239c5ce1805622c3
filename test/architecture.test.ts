import {readdirSync, readFileSync} from 'node:fs';
import {dirname, join, posix} from 'node:path';
import {fileURLToPath} from 'node:url';
import {expect, test} from 'vitest';
import {registry} from '../source/commands/registry.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The rooms from top to bottom; rooms in one row do not import each other. */
const floors = [
	['action'],
	['commands'],
	['tui', 'headless', 'agents'],
	['run'],
	['github', 'worktree', 'llm'],
	['store'],
	['settings'],
	['delivery/steps'],
	['code-host'],
	['llm/providers'],
	['system'],
	['resolve'],
	['review'],
	['document'],
	['text'],
];

const floorOf = (room: string) => floors.findIndex(rooms => rooms.includes(room));

const files = readdirSync(join(root, 'source'), {recursive: true, encoding: 'utf8'})
	.filter(name => /\.tsx?$/.test(name))
	.map(name => name.replaceAll('\\', '/'));

const textOf = (file: string) => readFileSync(join(root, 'source', file), 'utf8');

function importsOf(file: string): string[] {
	return [...textOf(file).matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, target]) => target!);
}

/** What a file imports of source/, types included. */
const neighborsOf = (file: string) =>
	importsOf(file)
		.filter(target => target.startsWith('.'))
		.map(target => posix.join(posix.dirname(file), target));

/** What is loaded with a file, without what it imports when it is needed. */
function loadedBy(start: string): {files: string[]; packages: string[]} {
	const loaded = new Set<string>();
	const load = (file: string) => {
		if (loaded.has(file)) return;
		loaded.add(file);
		if (!files.includes(file)) return;
		for (const [, target] of textOf(file).matchAll(/^(?:import|export) (?!type )[^;]*?'([^']+)';$/gm)) {
			load(target!.startsWith('.') ? posix.join(posix.dirname(file), target!) : target!);
		}
	};
	load(start);
	return {
		files: [...loaded].filter(name => files.includes(name)),
		packages: [...loaded].filter(name => !files.includes(name)),
	};
}

/**
 * Rooms within one: settings knows which providers there are, and the record of a run knows its steps. What follows a plan
 * belongs to the run that made it.
 */
function roomOf(file: string): string {
	const inner = /^(?:llm\/providers|delivery\/steps)(?=\/)/.exec(file)?.[0];
	const [room = ''] = file.split('/');
	return inner ?? (room === 'delivery' ? 'run' : room);
}

/** In no room: how things go wrong, and what the program ends with, is the same in all of them. */
const shared = ['failure.ts', 'failure-codes.ts', 'usage-codes.ts', 'exit-code.ts'];

test('every file is in a room', () => {
	const lost = files.filter(file => !shared.includes(file) && floorOf(roomOf(file)) === -1);
	expect(lost).toEqual([]);
});

test('each room knows only the ones below it', () => {
	const wrong = files.flatMap(file =>
		neighborsOf(file)
			.filter(target => !shared.includes(target) && roomOf(target) !== roomOf(file))
			.filter(target => floorOf(roomOf(target)) <= floorOf(roomOf(file)))
			.map(target => `${file} -> ${target}`),
	);
	expect(wrong).toEqual([]);
});

test('imports form no cycle, types included', () => {
	let left = files;
	for (let before: string[] = []; left.length !== before.length; ) {
		before = left;
		const imported = new Set(left.flatMap(neighborsOf));
		left = left.filter(file => imported.has(file) && neighborsOf(file).some(target => before.includes(target)));
	}
	expect(left).toEqual([]);
});

test('what the apps share knows none of them', () => {
	const wrong = files
		.filter(file => /^tui\/(app|paint|text|widgets)\//.test(file))
		.flatMap(file => neighborsOf(file).map(target => [file, target] as const))
		.filter(([, target]) => target.startsWith('tui/') && !/^tui\/(app|paint|text|widgets|[\w-]+\.tsx?$)/.test(target));
	expect(wrong).toEqual([]);
});

test('the pure rooms keep nothing between calls', () => {
	const kept = /^(?:export )?(?:let |const [^=]+= new (?:Weak(?:Map|Set)\b|(?:Map|Set)(?:<[^(]*>)?\(\)))/m;
	const wrong = files.filter(file => ['review', 'resolve'].includes(roomOf(file)) && kept.test(textOf(file)));
	expect(wrong).toEqual([]);
});

test('the pure rooms import nothing that reaches the world', () => {
	const wrong = files
		.filter(file => ['review', 'resolve', 'document', 'text'].includes(roomOf(file)))
		.flatMap(file =>
			importsOf(file)
				.filter(target => /^node:(?!crypto$)|^process$|^(ink|react|execa|undici)/.test(target))
				.map(target => `${file} -> ${target}`),
		);
	expect(wrong).toEqual([]);
});

test('only commands, the app’s start and the program that parses touch process', () => {
	const wrong = files
		.filter(file => roomOf(file) !== 'commands')
		.filter(file => !['tui/start.tsx', 'worktree/syntax/child.ts'].includes(file))
		.filter(file => /\bprocess\.[a-z]|from 'node:process'/.test(textOf(file)));
	expect(wrong).toEqual([]);
});

test('texts of the screens take the name of a key from the keymap, because users can choose their own', () => {
	const wrong = files
		.filter(file => roomOf(file) === 'tui')
		.flatMap(file =>
			[...textOf(file).matchAll(/.*['`][^'`\n]*\bpress [^\s=](?=[\s;,.)'"`]).*/g)].map(
				([found]) => `${file}: ${found.trim()}`,
			),
		);
	expect(wrong).toEqual([]);
});

test('only the app imports Ink and React', () => {
	const wrong = files.filter(
		file => roomOf(file) !== 'tui' && importsOf(file).some(target => /^(ink|react)\b/.test(target)),
	);
	expect(wrong).toEqual([]);
});

test('front ends see the run, never the code host', () => {
	const wrong = files
		.filter(file => ['headless', 'tui', 'agents'].includes(roomOf(file)))
		.flatMap(file =>
			importsOf(file)
				.filter(target => /\/(github|llm)\//.test(target))
				.map(target => `${file} -> ${target}`),
		);
	expect(wrong).toEqual([]);
});

test('runs know GitHub as the host that they have by default, and by the recordings of it', () => {
	const doors = ['github/host-port.ts', 'github/recording.ts'];
	const wrong = files
		.filter(file => roomOf(file) === 'run')
		.flatMap(file => importsOf(file).map(target => `${file} -> ${posix.join(posix.dirname(file), target)}`))
		.filter(arrow => arrow.includes('-> github/') && !doors.some(door => arrow.endsWith(`-> ${door}`)));
	expect(wrong).toEqual([]);
});

test('settings and commands format no numbers by language, which loads tables at every start', () => {
	const wrong = files
		.filter(file => ['settings', 'commands'].includes(roomOf(file)))
		.filter(file => /\btoLocale|\bIntl\b/.test(textOf(file)));
	expect(wrong).toEqual([]);
});

test('the overview of help loads no package, nor the tables of characters', () => {
	const {files: loaded, packages} = loadedBy('commands/overview.ts');
	expect(packages).toEqual([]);
	expect(loaded).not.toContain('text/cells.ts');
});

test('commands that need no lists, and no server that machines share, load nothing of them', () => {
	const ofMany = /^(?:run\/|tui\/|headless\/|github\/)(?:inbox|fleet|lists)|^store\/client\.ts$/;
	const fronts = ['review/review', 'setup/setup', 'bench/bench', 'watch/watch'].map(name => `tui/${name}-app.ts`);
	const commands = [...registry.keys()].filter(name => !['inbox', 'fleet', 'stats', 'completion'].includes(name));
	const starts = ['commands/start.ts', ...commands.map(name => `commands/${name}.ts`), ...fronts];
	const wrong = starts.flatMap(start => {
		const {files: loaded, packages} = loadedBy(start);
		const needless = [...loaded.filter(file => ofMany.test(file)), ...packages.filter(name => name.includes('redis'))];
		return needless.map(name => `${start} loads ${name}`);
	});
	expect(wrong).toEqual([]);
});

test('the agent for proxies is loaded with the first request through one', () => {
	for (const start of ['github/client.ts', 'llm/providers/openai/open.ts', 'llm/providers/anthropic/open.ts']) {
		const {files: loaded, packages} = loadedBy(start);
		expect(loaded).toContain('system/proxy/route.ts');
		expect([...loaded, ...packages]).not.toEqual(expect.arrayContaining(['undici']));
		expect(loaded).not.toContain('system/proxy/agent.ts');
	}
});

test('the executable stays small', () => {
	expect(readFileSync(join(root, 'cli.tsx'), 'utf8').split('\n').length).toBeLessThan(60);
});

test('no file outside of the repository is named, but in the helper that reads recorded pull requests', () => {
	const named = /(?:new URL\(|from |import\(|import\.meta\.dirname, )'(\.\.?\/[^']*)'|\]\((\.[^)#]*)/g;
	const own = readdirSync(root, {recursive: true, encoding: 'utf8'})
		.map(name => name.replaceAll('\\', '/'))
		.filter(name => /\.(?:tsx?|mjs|md)$/.test(name) && !/^(?:node_modules|dist|test\/fixtures)\//.test(name));
	const wrong = own
		.map(name => ({name, text: readFileSync(join(root, name), 'utf8')}))
		.filter(({name, text}) =>
			[...text.matchAll(named)].some(([, file, link]) =>
				posix.join(posix.dirname(name), file ?? link!).startsWith('../'),
			),
		);
	expect(wrong.map(({name}) => name)).toEqual(['test/helpers/corpus.ts']);
});

test('the changelog names every command', () => {
	const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
	expect([...registry.keys()].filter(name => !changelog.includes(`\`${name}\``))).toEqual([]);
});
