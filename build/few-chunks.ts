import {dirname, join, relative} from 'node:path';
import {fileURLToPath} from 'node:url';
import type {Plugin} from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/**
 * What parts share, as one chunk: each part imports all of it. Otherwise esbuild cuts it into a chunk for each set of
 * parts that share something, and each chunk costs time: 45 of 175 ms of CPU until the app's first frame.
 */
const common = [
	{of: 'source/', is: ['source/commands/start.ts', 'source/commands/review.ts']},
	{of: 'source/tui/', is: ['source/tui/start.tsx', 'source/tui/review/review-app.ts']},
];
// The executable has quick ways that know nothing of it.
const quick = join(root, 'cli.tsx');
/** These start processes before they load the rest, which would keep them from it. */
const ahead = ['source/commands/apply.ts', 'source/commands/analyze.ts'].map(file => join(root, file));

/** Makes fewer and larger chunks. */
export const fewChunks: Plugin = {
	name: 'few-chunks',
	setup: ({onResolve, onLoad, resolve}) => {
		onResolve({filter: /^\.\.?\//}, async ({kind, path, importer, resolveDir, namespace}) => {
			const isPart = kind === 'dynamic-import' && namespace === 'file' && importer !== quick;
			if (!isPart || !importer.startsWith(join(root, 'source/'))) return;
			const part = await resolve(path, {kind: 'import-statement', resolveDir});
			if (ahead.includes(part.path)) return;
			// Names of chunks depend on it, so it has to be the same in each clone.
			return {path: relative(root, part.path), namespace: 'part'};
		});
		onLoad({filter: /./, namespace: 'part'}, ({path}) => {
			const known = common.filter(({of}) => path.startsWith(of)).flatMap(({is}) => is);
			const imports = known.map(each => `import ${JSON.stringify(`./${each}`)};`);
			return {contents: `${imports.join('')}export * from ${JSON.stringify(`./${path}`)};`, resolveDir: root};
		});
	},
};
