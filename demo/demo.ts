import {mkdtemp, realpath} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {styleText} from 'node:util';
import {Failure} from '../source/failure.ts';
import {openApp} from './app.ts';
import {setStage} from './stage.ts';
import {giveTour} from './tour.ts';

// The reader of a pipe may have closed it on purpose.
process.stdout.on('error', () => process.exit());

const beside = (name: string) => join(import.meta.dirname, name);
const program = beside('cli.js');
const print = (text: string) => new Promise<void>(resolve => process.stdout.write(text, () => resolve()));
const heading = (text: string) => styleText('bold', text, {stream: process.stdout});
const [what, ...flags] = process.argv.slice(2);

try {
	if (what !== undefined && what !== 'review' && what !== 'bench') {
		const remedy = 'Run: npm run demo, npm run demo -- review, or npm run demo -- bench';
		throw new Failure('usage', 'bad-flags', `There is no demo "${what}".`, remedy);
	}
	const folder = await realpath(await mkdtemp(join(tmpdir(), 'pr-resolve-demo-')));
	if (what === 'bench') {
		const {openBench} = await import('./bench/open.ts');
		const data = import.meta.dirname;
		const parts = {start: beside('chunks/start.js'), standIn: beside('demo/stand-in.js')};
		await openBench({folder, program, data, ...parts, flags, print});
	}
	const stage = await setStage({folder, recording: beside('demo/recording.json'), env: process.env});
	const check = beside('demo/check-shipping.mjs');
	if (what === 'review') await openApp(stage, {program, check, flags, print});
	else await giveTour(stage, {program, node: process.execPath, print, heading, check});
} catch (error) {
	if (!(error instanceof Failure)) throw error;
	console.error([`pr-resolve demo: ${error.message}`, error.remedy].filter(Boolean).join('\n'));
	process.exitCode = error.exitCode;
}
