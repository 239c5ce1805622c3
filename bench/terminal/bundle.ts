import {symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {build} from 'esbuild';

const root = join(import.meta.dirname, '../..');

/** Bundles programs of this folder like the app; returns the path of a program in `folder` by its name. */
export async function bundlePrograms(folder: string): Promise<(name: 'program' | 'bare-app') => string> {
	const outdir = join(folder, 'program');
	await build({
		absWorkingDir: root,
		entryPoints: {
			program: 'bench/terminal/program.ts',
			'bare-app': 'bench/terminal/bare-app.tsx',
			child: 'source/worktree/syntax/child.ts',
		},
		external: ['web-tree-sitter', '@vscode/tree-sitter-wasm'],
		outdir,
		bundle: true,
		splitting: true,
		minify: true,
		format: 'esm',
		platform: 'node',
		mainFields: ['module', 'main'],
		alias: {'react-devtools-core': './source/tui/no-devtools.ts'},
		target: 'node22',
		logLevel: 'warning',
		define: {'process.env.NODE_ENV': '"production"'},
		banner: {js: "import{createRequire as makeRequire}from'node:module';const require=makeRequire(import.meta.url);"},
	});
	writeFileSync(join(outdir, 'package.json'), '{"type": "module"}\n');
	symlinkSync(join(root, 'node_modules'), join(outdir, 'node_modules'));
	return name => join(outdir, `${name}.js`);
}
