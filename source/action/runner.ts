import {appendFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {Writable} from 'node:stream';
import type {Io} from '../commands/command.ts';
import {Failure} from '../failure.ts';
import {ensureFolder} from '../system/ensure-folder.ts';
import type {Environment} from '../system/environment.ts';
import {messageOf, systemCode} from '../system/errors.ts';
import {literalOutput, outputEntry} from './workflow-commands.ts';

/** What the runner of the job offers a step: its log, and files for outputs and the summary. */
export type Runner = {
	/** Writes lines that the runner may act on. */
	write: (lines: string) => void;
	/** Calls with a stream whose text is only shown in the log, whatever it contains. */
	shown: <Result>(work: (log: Writable) => Promise<Result>) => Promise<Result>;
	setOutputs: (values: Readonly<Record<string, string>>) => Promise<void>;
	addSummary: (text: string) => Promise<void>;
	/** Saves a file for later steps of the job; returns its path. */
	save: (name: string, content: string) => Promise<string>;
};

export function openRunner({env, stdout, cwd}: Pick<Io, 'env' | 'stdout' | 'cwd'>): Runner {
	const write = (lines: string) => void stdout.write(lines);
	return {
		write,
		async shown(work) {
			const {start, end} = literalOutput();
			let isLineOpen = false;
			write(start);
			const log = new Writable({
				decodeStrings: false,
				write(chunk: string | Buffer, _, done) {
					const text = chunk.toString();
					isLineOpen = text === '' ? isLineOpen : !text.endsWith('\n');
					write(text);
					done();
				},
			});
			try {
				return await work(log);
			} finally {
				write(`${isLineOpen ? '\n' : ''}${end}`);
			}
		},
		setOutputs: values =>
			append(
				env,
				'GITHUB_OUTPUT',
				Object.entries(values)
					.map(entry => outputEntry(...entry))
					.join(''),
			),
		addSummary: text => append(env, 'GITHUB_STEP_SUMMARY', text),
		async save(name, content) {
			const folder = join(env.RUNNER_TEMP || cwd, 'pr-resolve');
			const path = join(folder, name);
			try {
				await ensureFolder(folder);
				await writeFile(path, content);
			} catch (error) {
				throw unwritable(path, error);
			}
			return path;
		},
	};
}

async function append(env: Environment, variable: string, text: string): Promise<void> {
	const path = env[variable];
	// Only a runner has one.
	if (!path) return;
	await appendFile(path, text).catch((error: unknown) => {
		throw unwritable(path, error);
	});
}

function unwritable(path: string, error: unknown): Failure {
	const message = `Cannot write ${path} (${systemCode(error) ?? messageOf(error)}).`;
	return new Failure('failed', 'runner-unwritable', message, 'Check the disk of the runner.', {cause: error});
}
