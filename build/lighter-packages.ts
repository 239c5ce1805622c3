import {fileURLToPath} from 'node:url';
import type {Plugin} from 'esbuild';

/**
 * Loads string-width with the first text whose characters do not all take one cell: its tables take 20 of the 65 ms of CPU
 * time of `apply --help`. A bundler runs a module that is required when it is called, not when the bundle is loaded.
 */
const width = `
	import {isOneCellEach} from './source/text/one-cell.ts';
	const style = /\\x1b\\[[\\d;]*m/g;
	let measure;
	export default (text, options) => {
		// With this option, an escape sequence takes cells.
		const shown = options?.countAnsiEscapeCodes === true ? text : text.replace(style, '');
		const isKnown = options?.ambiguousIsNarrow !== false && isOneCellEach(shown);
		return isKnown ? shown.length : (measure ??= require('string-width').default)(text, options);
	};
`;

/**
 * Starts Yoga without `fetch`: it would read its own code with it, for which Node loads an HTTP client. It starts in 9 ms
 * instead of 57. Yoga looks for `fetch` before it waits for anything.
 */
const yoga = `
	import {loadYoga} from 'yoga-layout/load';
	const {fetch} = globalThis;
	globalThis.fetch = undefined;
	const loading = loadYoga();
	globalThis.fetch = fetch;
	export default await loading;
	export * from 'yoga-layout/load';
`;

const contentsOf: Readonly<Record<string, string>> = {'string-width': width, 'yoga-layout': yoga};

/** Puts small modules of our own before packages that cost more than what is used of them. */
export const lighterPackages: Plugin = {
	name: 'lighter-packages',
	setup: ({onResolve, onLoad}) => {
		onResolve({filter: /^(?:string-width|yoga-layout)$/}, ({path, namespace}) =>
			namespace === 'lighter' ? null : {path, namespace: 'lighter'},
		);
		onLoad({filter: /./, namespace: 'lighter'}, ({path}) => ({
			contents: contentsOf[path] ?? '',
			resolveDir: fileURLToPath(new URL('..', import.meta.url)),
		}));
	},
};
