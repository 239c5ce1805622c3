import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {flagsOf} from '../source/commands/flags.ts';
import {registry} from '../source/commands/registry.ts';
import {keymap as benchKeys} from '../source/tui/bench/keymap.ts';
import {keymap as reviewKeys} from '../source/tui/review/keymap.ts';
import {keymap as setupKeys} from '../source/tui/setup/keymap.ts';
import {type SourceText, textsOf} from './helpers/source-texts.ts';

// Holds what can be held of docs/style.md.

const root = join(import.meta.dirname, '..');

type Rule = {pattern: RegExp; say: string};

/** In strings and comments. */
const spelling: readonly Rule[] = [
	{
		pattern:
			/\b(?:colour|flavour|favour|neighbour|behaviour|honour|labour|centre(?!d)|licence|defence|catalogue|artefact|judgement|grey|fulfil(?!l)|programme(?!d|r))/i,
		say: 'American spelling',
	},
	{pattern: /\b(?:cancell|labell|modell|signall|travell|journall)(?:ed|ing)\b/i, say: 'American spelling'},
	{
		pattern:
			/\b(?:(?:organ|recogn|author|summar|optim|minim|maxim|normal|initial|serial|custom|priorit|synchron|virtual|final|capital|util|emphas|categor|sanit|real|apolog|standard|special)is(?:e|es|ed|ing|ation|ations)|analys(?:e|ed|ing))\b/i,
		say: 'American spelling',
	},
];

/** In prose: strings and comments with a blank. */
const words: readonly Rule[] = [
	{pattern: /\banew\b|\bmakes? it again\b/i, say: 'again, redo, reload'},
	{pattern: /\bbe had\b/i, say: 'available'},
	{pattern: /\bwork trees?\b/i, say: 'working tree'},
	{pattern: /\boutside of\b|\binside of\b/i, say: 'outside, inside'},
	{pattern: /\bset-ups?\b/i, say: 'setup (noun), set up (verb)'},
	{pattern: /\bwhoever\b|\bsomebody\b/i, say: 'you, or the actor'},
];

/** In strings with a blank. */
const phrases: readonly Rule[] = [
	...words,
	{pattern: /\b(?:tak(?:e|es|en|ing)|took)\b(?: \S+){0,3} back\b/i, say: 'undo'},
	{pattern: /\bcode hosts?\b/i, say: 'GitHub, host'},
	{pattern: /\bfor a person\b|\bnobody\b/i, say: 'needs review, no one'},
	{pattern: /\b(?:tells?|told(?! apart)|telling|says?|said|knows?|wants)\b/i, say: 'show, report, contain, match'},
	{pattern: /\basks? for\b|\bunasked\b/i, say: 'need, require, without confirmation'},
	{pattern: /\bclash(?:es)?\b/i, say: 'conflict'},
	{pattern: /\bremarks?\b/i, say: 'comment'},
	{pattern: /\b(?:leaves?|left|leaving) out\b/i, say: 'skip, exclude'},
	{pattern: /\bgoes before\b/i, say: 'takes precedence over'},
	{pattern: /\bof (?:its|their) own\b/i, say: 'its own'},
	{pattern: /\bstands?\b(?!-)/i, say: 'is'},
	{pattern: /\bnot known\b/i, say: 'unknown'},
	{pattern: /\b(?:is|are) none\b|\bdoes? not suffice\b|\bcom(?:es?|ing) to\b/i, say: 'a verb'},
	{pattern: /[‘’“”]/, say: 'straight quotes'},
	{pattern: /\d %/, say: '80%, without a blank'},
];

/** In pages of documentation. */
const habits: readonly Rule[] = [
	{
		pattern:
			/\b(?:comments?|suggestions?|answers?|findings?) by (?:an? |one )?(?:people|person|bots?|reviewers?|strangers|authors)\b/i,
		say: 'from',
	},
];

/** A text that must stay as it is. */
type Exception = {file: RegExp; text: RegExp; reason: string};

const exceptions: readonly Exception[] = [
	{file: /^review\//, text: /(?:)/, reason: 'what reviewers write, which these files read'},
	{
		file: /^llm\/question\/head\.ts$/,
		text: /(?:)/,
		reason: 'the prompt for models: another wording gives other answers',
	},
	{
		file: /^(?:llm\/question|run\/benchmark)\//,
		text: /^(?:The|A) remark|from the remark/,
		reason: 'part of that prompt',
	},
	{
		file: /^run\/doctor\//,
		text: /^(?:work tree|Say that you are there\.)$/,
		reason: 'the name of a check in JSON, and a question to a model',
	},
	{
		file: /^run\/benchmark\//,
		text: /^success above 95 %$/,
		reason: 'a value in JSON, and a heading that must equal it',
	},
];

const isExcepted = (file: string, {text}: SourceText) =>
	exceptions.some(exception => exception.file.test(file) && exception.text.test(text));

const sources = [
	'../cli.tsx',
	...readdirSync(join(root, 'source'), {recursive: true, encoding: 'utf8'}).map(name => name.replaceAll('\\', '/')),
].filter(name => /\.tsx?$/.test(name));

const texts = sources.flatMap(file =>
	textsOf(file, readFileSync(join(root, 'source', file), 'utf8')).map(text => ({file, ...text})),
);

const strings = texts.filter(text => text.kind === 'string' && !isExcepted(text.file, text));
const comments = texts.filter(({kind}) => kind === 'comment');
const isProse = ({text}: SourceText) => /\S\s+\S/.test(text);

/** `llm/select.ts:67: "anew" in "..."; say: again` */
const faultsIn = (found: readonly (SourceText & {file: string})[], rules: readonly Rule[]) =>
	found.flatMap(({file, line, text}) =>
		rules.flatMap(({pattern, say}) => {
			const word = pattern.exec(text)?.[0];
			return word === undefined ? [] : [`${file}:${line}: "${word}" in ${JSON.stringify(text)}; say: ${say}`];
		}),
	);

test('strings use the words of the style guide', () => {
	expect(faultsIn(strings.filter(isProse), phrases)).toEqual([]);
});

test('strings and comments have American spelling', () => {
	expect(faultsIn([...strings, ...comments], spelling)).toEqual([]);
});

test('comments avoid riddles', () => {
	expect(faultsIn(comments, words)).toEqual([]);
});

test('every exception is needed', () => {
	const idle = exceptions.filter(
		({file, text}) =>
			!faultsIn(
				texts.filter(each => file.test(each.file) && text.test(each.text)),
				phrases,
			).length,
	);
	expect(idle.map(({reason}) => reason)).toEqual([]);
});

/** Pages of documentation without their code, which has blanks instead. */
const pages = [
	'README.md',
	'CHANGELOG.md',
	'CONTRIBUTING.md',
	'ARCHITECTURE.md',
	...readdirSync(join(root, 'docs'))
		.filter(name => name.endsWith('.md') && name !== 'style.md')
		.map(name => `docs/${name}`),
	...readdirSync(join(root, 'source'), {recursive: true, encoding: 'utf8'})
		.filter(name => name.endsWith('README.md'))
		.map(name => `source/${name.replaceAll('\\', '/')}`),
].map(file => ({file, text: readFileSync(join(root, file), 'utf8').replace(/```[\s\S]*?```|`[^`\n]*`/g, '')}));

test.each(pages)('$file uses the words of the style guide', ({file, text}) => {
	const lines = text.split('\n').map((line, index): SourceText & {file: string} => ({
		file,
		kind: 'comment',
		text: line,
		line: index + 1,
		property: null,
	}));
	expect(faultsIn(lines, [...spelling, ...words, ...habits])).toEqual([]);
});

test('the scan finds texts and comments, and nothing else', () => {
	const code = [
		"import x from 'told';",
		`const a = \`begin \${f("inner")} // no comment\`; // told`,
		"const b = {reason: c ? 'one' + 'two' : `three`};",
		'const d = /["`]\\/\\/ told/g; /* last',
		' line */ const e = <b>told <i/></b>;',
	];
	const found = textsOf('planted.tsx', code.join('\n')).map(({kind, line, text, property}) => [
		`${kind} ${line}`,
		text.trim(),
		property,
	]);
	expect(found).toEqual([
		['string 2', 'begin {} // no comment', null],
		['string 2', 'inner', null],
		['comment 2', '// told', null],
		['string 3', 'onetwo', 'reason'],
		['string 3', 'three', 'reason'],
		['comment 4', '/* last\n line */', null],
		['string 5', 'told', null],
	]);
});

test.each([
	['it is made anew', phrases],
	['the server told us', phrases],
	['take the whole run back', phrases],
	['80 % done', phrases],
	['what is organised', spelling],
	['labelled', spelling],
	['comments by people', habits],
])('%j is found', (text, rules) => {
	expect(faultsIn([{file: 'planted.ts', kind: 'string', text, line: 1, property: null}], rules)).toHaveLength(1);
});

test('reasons are fragments without a full stop', () => {
	const sentences = strings.filter(({property, text}) => property === 'reason' && /[^.]\.$/.test(text));
	expect(sentences.map(({file, line, text}) => `${file}:${line}: ${text}`)).toEqual([]);
});

/** The first words of a help. */
const verbs = new Set([
	...[
		'add',
		'allow',
		'append',
		'apply',
		'analyze',
		'check',
		'choose',
		'commit',
		'compare',
		'count',
		'decline',
		'delete',
		'disable',
		'draw',
		'exclude',
		'explain',
		'fail',
	],
	...[
		'finish',
		'include',
		'let',
		'limit',
		'list',
		'name',
		'omit',
		'open',
		'pause',
		'print',
		'read',
		'record',
		'remove',
		'replay',
		'request',
		'resolve',
	],
	...[
		'resume',
		'retry',
		'reuse',
		'review',
		'run',
		'save',
		'send',
		'set',
		'show',
		'split',
		'start',
		'trust',
		'turn',
		'undo',
	],
	...['use', 'write'],
]);

describe.each([...registry])('help of %s', (name, {summary, load}) => {
	const isFault = (help: string) => !verbs.has(help.split(/[\s,;]/)[0]!) || /[^.]\.$/.test(help);

	test('the summary begins with a verb in lower case and has no full stop', () => {
		expect([summary].filter(isFault)).toEqual([]);
	});

	test('so do flags', async () => {
		const {spec} = await load();
		const helps = Object.entries(flagsOf(name, spec.flags)).map(([flag, {help}]) => `${flag}: ${help}`);
		expect(helps.filter(help => isFault(help.slice(help.indexOf(':') + 2)))).toEqual([]);
	});

	test('and examples', async () => {
		const {spec} = await load();
		expect(spec.examples.map(({help}) => help).filter(isFault)).toEqual([]);
	});
});

test.each([
	['review', reviewKeys.map(({help}) => help)],
	['bench', benchKeys.map(({help}) => help)],
	['setup', setupKeys.map(({help}) => help)],
])('keys of %s: the bare verb, in lower case, without a full stop', (_, helps) => {
	// "moves", "goes": what a key does, instead of what to do with it.
	const isFault = (help: string) => /^(?!focus|previous)\w+s\b|^[A-Z]|\.$/.test(help) || help.length > 50;
	expect(helps.filter(isFault)).toEqual([]);
});
