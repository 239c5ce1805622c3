import {readFile} from 'node:fs/promises';
import type {Plugin} from 'esbuild';

/**
 * Work that packages do while they load and that this program seldom or never needs. package.json pins their versions;
 * a text that is not found fails the build; test/build holds that the edited packages behave as the original ones.
 * The figures are medians of CPU time on one machine, where `node -e 0` takes 33 ms.
 */
const edits = [
	// Validating a package.json, which it never gets: 15 of 92 ms of `config`.
	{
		file: /meow\/build\/dependencies\.js$/,
		text: /var normalizeExports = requireNormalize\(\);\s*const normalizePackageData = (\w+)\(normalizeExports\);/,
		by: 'const normalizePackageData = data => $1(requireNormalize())(data);',
	},
	// Tables of all characters, for texts beyond ASCII: 20 of 115 ms of `config`, 35 of 165 ms until the app's first frame.
	{
		file: /string-width\/index\.js$/,
		text: /const segmenter = new Intl\.Segmenter\(\);/,
		by: 'let table; const segmenter = {segment: text => (table ??= new Intl.Segmenter()).segment(text)};',
	},
	{
		file: /string-width\/index\.js$/,
		text: /const rgiEmojiRegex = (\S+);/,
		// Before U+231A, and from there to U+25FD but for clocks and the keys of a player, no character alone is an emoji.
		by: `let rgiEmoji;
			const isNoEmoji = text => text.length === 1 && (text < '\\u231a' || (text > '\\u23f3' && text < '\\u25fd'));
			const rgiEmojiRegex = {test: text => !isNoEmoji(text) && (rgiEmoji ??= $1).test(text)};`,
	},
	// With `fetch` it would load Node's HTTP client to read its own module: 27 of 330 ms until the app takes keys.
	{
		file: /yoga-wasm-base64-esm\.js$/,
		text: /^(?=.*typeof fetch)/s,
		by: 'const fetch = undefined;',
	},
	// The names of HTML's characters, for texts with an ampersand: 5 of 260 ms of `apply`.
	{
		file: /entities\/dist\/generated\/decode-data-html\.js$/,
		text: /export const htmlDecodeTree = (?:\/\*.*?\*\/ )?(decodeTrieDict\(.*\));/s,
		by: 'let tree; export const htmlDecodeTree = () => (tree ??= $1);',
	},
	{
		file: /entities\/dist\/decode\.js$/,
		text: /const decodeTree = htmlDecodeTree;(.*?return input;)/s,
		by: '$1 const decodeTree = htmlDecodeTree();',
	},
];

/** Edits packages as they are bundled. */
export const packageEdits: Plugin = {
	name: 'package-edits',
	setup: ({onLoad}) =>
		onLoad({filter: /node_modules.*\.js$/}, async ({path}) => {
			const own = edits.filter(({file}) => file.test(path));
			if (own.length === 0) return;
			let contents = await readFile(path, 'utf8');
			for (const {text, by} of own) {
				if (!text.test(contents)) throw new Error(`${path} does not hold ${text} any more`);
				contents = contents.replace(text, by);
			}
			return {contents};
		}),
};
