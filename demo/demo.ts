import {mkdtemp, realpath} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {styleText} from 'node:util';
import {Failure} from '../source/failure.ts';
import {giveTour} from './tour.ts';

// The reader of a pipe may have seen enough.
process.stdout.on('error', () => process.exit());

const beside = (name: string) => join(import.meta.dirname, name);

try {
	await giveTour({
		folder: await realpath(await mkdtemp(join(tmpdir(), 'pr-resolve-demo-'))),
		recording: beside('demo-recording.json'),
		program: beside('cli.js'),
		node: process.execPath,
		env: process.env,
		print: text => new Promise(resolve => process.stdout.write(text, () => resolve())),
		heading: text => styleText('bold', text, {stream: process.stdout}),
	});
} catch (error) {
	if (!(error instanceof Failure)) throw error;
	console.error([`pr-resolve demo: ${error.message}`, error.remedy].filter(Boolean).join('\n'));
	process.exitCode = error.exitCode;
}
