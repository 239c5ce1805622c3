import {symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {type BuildOptions, build} from 'esbuild';

const root = join(import.meta.dirname, '../..');

/** Bundles programs of this folder; returns the path of a program in `folder` by its name. */
export async function bundlePrograms(folder: string): Promise<(name: 'program' | 'bare-app') => string> {
	const outdir = join(folder, 'program');
	const options = {
		absWorkingDir: root,
		outdir,
		bundle: true,
		splitting: true,
		minify: true,
		format: 'esm',
		platform: 'node',
		mainFields: ['module', 'main'],
		target: 'node22',
		logLevel: 'warning',
		banner: {js: "import{createRequire as makeRequire}from'node:module';const require=makeRequire(import.meta.url);"},
	} satisfies BuildOptions;
	await build({
		...options,
		entryPoints: {program: 'bench/terminal/program.ts', child: 'source/worktree/syntax/child.ts'},
		external: ['web-tree-sitter', '@vscode/tree-sitter-wasm'],
		alias: {'react-devtools-core': './source/tui/no-devtools.ts'},
		define: {'process.env.NODE_ENV': '"production"'},
	});
	// As somebody builds an Ink app who does nothing about what its packages cost.
	await build({
		...options,
		entryPoints: {'bare-app': 'bench/terminal/bare-app.tsx'},
		external: ['react-devtools-core'],
	});
	writeFileSync(join(outdir, 'package.json'), '{"type": "module"}\n');
	symlinkSync(join(root, 'node_modules'), join(outdir, 'node_modules'));
	return name => join(outdir, `${name}.js`);
}
