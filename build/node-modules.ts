import {builtinModules, createRequire} from 'node:module';
import {relative} from 'node:path';
import {fileURLToPath} from 'node:url';
import type {Plugin} from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const require = createRequire(import.meta.url);
const namespace = 'node-module';
const known = new Set(builtinModules);
const isIdentifier = (name: string) => /^[A-Za-z_$][\w$]*$/.test(name);

/**
 * Gets from Node's own modules what a file imports of them, and nothing else. An `import` statement reads every export of
 * such a module, and many load another part of Node when they are first read: 2 of 34 ms of `--version`, 5 of 63 ms of
 * `config`.
 */
export const nodeModules: Plugin = {
	name: 'node-modules',
	setup: ({onResolve, onLoad}) => {
		onResolve({filter: /^[\w:/]+$/}, ({path, kind, importer}) => {
			const name = path.replace(/^node:/, '');
			if (kind !== 'import-statement' || !known.has(name)) return;
			// Each file gets its own few lines: shared ones would be chunks of their own.
			return {path: name, namespace, suffix: `?${relative(root, importer).replaceAll('/', ':')}`, sideEffects: false};
		});
		onLoad({filter: /./, namespace}, ({path}) => {
			const names = Object.keys(require(`node:${path}`)).filter(name => isIdentifier(name) && name !== 'default');
			const lines = [
				`const wholeModule = require('node:${path}'), exported = name => wholeModule[name];`,
				'export default wholeModule;',
				...names.map(name => `export const ${name} = /* @__PURE__ */ exported('${name}');`),
			];
			return {contents: lines.join('\n')};
		});
	},
};
