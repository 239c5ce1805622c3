import {mkdtempSync, readdirSync, realpathSync, rmdirSync, rmSync, writeSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {delimiter, join, resolve} from 'node:path';
import process from 'node:process';
import {pathToFileURL} from 'node:url';
import {become} from '../become.ts';
import {withoutSettings} from '../environment.ts';
import {quote} from '../shell.ts';
import {openServices} from './services.ts';

/** Set by the build. */
declare const PR_RESOLVE_VERSION: string;

const banner = 'DEMO: emulated services';

const keptText = (folder: string) =>
	`To delete it: rm -rf ${quote(folder)}\nTo write it elsewhere: npm run demo -- bench --output report.md\n`;

/** The exit code of a shell after SIGHUP. */
const hungUp = 129;

/** The services have other addresses, to which no list price applies. */
const prices = ['gpt-6-luna=0.10/0.01/0.50', 'claude-sonnet-5-5=2/0.10/10'];

type Settings = {
	/** A new folder, which is removed with this process. */
	folder: string;
	program: string;
	/** The folder of the sample comments. */
	data: string;
	standIn: string;
	/** The built part of the program that starts it. */
	start: string;
	flags: readonly string[];
	print: (text: string) => Promise<void>;
};

/**
 * Runs the benchmark against emulated services and ends with it. It runs in this very process, so that the shell can
 * suspend and resume the app.
 */
export async function openBench({folder, program, data, standIn, start: part, flags, print}: Settings): Promise<never> {
	const given = (name: string) => flags.includes(name);
	const reports = given('--output') ? null : realpathSync(mkdtempSync(join(tmpdir(), 'pr-resolve-demo-report-')));
	process.on('exit', () => {
		rmSync(folder, {recursive: true, force: true});
		if (reports === null) return;
		if (readdirSync(reports).length === 0) rmdirSync(reports);
		else writeSync(process.stderr.fd, keptText(reports));
	});
	// Otherwise closing the terminal ends the process at once.
	process.on('SIGHUP', () => process.exit(hungUp));
	const {PATH = '', ...led} = await openServices({data, folder, standIn});
	const env = {
		...withoutSettings(process.env, folder),
		...led,
		PATH: [PATH, process.env.PATH].join(delimiter),
		CR_LLM_CIRCUIT_BREAKER_COOLDOWN: '4',
	};
	await print(`${banner} on this machine; latencies and faults are made up, and no figure is a vendor's.\n\n`);
	const args = [
		...(given('--iterations') ? [] : ['--iterations', '40']),
		...(given('--warmup') ? [] : ['--warmup', '2']),
		...(reports === null ? [] : ['--output', join(reports, 'report.md')]),
		...prices.flatMap(price => ['--set', `llm.price=${price}`]),
		...flags.map((flag, index) => (flags[index - 1] === '--output' ? resolve(flag) : flag)),
	];
	become({cwd: folder, env}, program, ['bench', ...args]);
	const {start}: typeof import('../../source/commands/start.ts') = await import(pathToFileURL(part).href);
	return start(PR_RESOLVE_VERSION, {banner});
}
