import {fileURLToPath} from 'node:url';
import type {Plugin} from 'esbuild';

/**
 * Loads string-width with the first text beyond ASCII: its tables take 20 of the 65 ms of CPU time of `apply --help`.
 * A bundler runs a module that is required when it is called, not when the bundle is loaded.
 */
const contents = `
	let measure;
	export default (text, options) =>
		/^[ -~]*$/.test(text) ? text.length : (measure ??= require('string-width').default)(text, options);
`;

export const lazyWidth: Plugin = {
	name: 'lazy-width',
	setup: ({onResolve, onLoad}) => {
		onResolve({filter: /^string-width$/, namespace: 'file'}, () => ({path: 'lazy', namespace: 'width'}));
		onLoad({filter: /./, namespace: 'width'}, () => ({
			contents,
			resolveDir: fileURLToPath(new URL('.', import.meta.url)),
		}));
	},
};
