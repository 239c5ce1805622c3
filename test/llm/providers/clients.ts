import {existsSync, mkdirSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {expect, onTestFinished} from 'vitest';
import {spec as claudeSpec} from '../../../source/llm/providers/claude/spec.ts';
import {spec as codexSpec} from '../../../source/llm/providers/codex/spec.ts';
import type {ModelService, OpenService, ProviderOptions} from '../../../source/llm/providers/provider.ts';
import type {ProgramName} from '../../emulators/programs/case.ts';
import {type CaseInit, installPrograms, type Programs} from '../../emulators/programs/install.ts';
import {newFolder} from '../../helpers/folders.ts';

/** The morning on which the recorded limits were met. */
export const morning = Date.UTC(2026, 10, 20, 10, 31, 15);

export type Desk = {
	programs: Programs;
	env: Record<string, string>;
	open: (openService: OpenService, options?: Partial<ProviderOptions>) => Promise<ModelService>;
};

/** Stand-ins of some programs, with their own home and temporary folder. Fails the test if one was started in an unsafe way. */
export function desk(
	programs: Partial<Record<ProgramName, CaseInit | readonly CaseInit[]>>,
	more: Record<string, string> = {},
): Desk {
	const folder = newFolder();
	const [home, temporary] = [join(folder, 'home'), join(folder, 'tmp')];
	for (const name of [home, temporary]) mkdirSync(name);
	const installed = installPrograms(folder, programs);
	onTestFinished(() => {
		const left = readdirSync(temporary);
		const faults = installed.calls().flatMap(call => call.faults);
		rmSync(folder, {recursive: true, force: true});
		expect({left, faults}).toEqual({left: [], faults: []});
	});
	const env = {PATH: installed.path, HOME: home, TMPDIR: temporary, TZ: 'UTC', ...more};
	return {
		programs: installed,
		env,
		open: (openService, options = {}) =>
			openService({
				model: 'default',
				effort: null,
				baseUrl: null,
				apiKey: null,
				client: 'auto',
				allowRemoteLocal: false,
				env,
				fetch: () => expect.fail('a client is asked, not the network'),
				now: () => morning,
				...options,
			}),
	};
}

export type Client = {name: ProgramName; open: OpenService; options: Partial<ProviderOptions>};

export const claude: Client = {name: 'claude', open: claudeSpec.open, options: {model: 'sonnet'}};
export const codex: Client = {name: 'codex', open: codexSpec.open, options: {client: 'codex'}};
export const copilot: Client = {name: 'copilot', open: codexSpec.open, options: {client: 'copilot'}};
export const clients = [claude, codex, copilot];

/** A client that plays cases, opened. */
export const at = async ({name, open, options}: Client, cases: Parameters<typeof desk>[0][ProgramName], env = {}) => {
	const place = desk({[name]: cases}, env);
	return {...place, provider: await place.open(open, options)};
};

/** A process that ended and was not waited for is not alive. */
export function isAlive(pid: number): boolean {
	const stat = `/proc/${pid}/stat`;
	if (existsSync('/proc/self/stat')) {
		return existsSync(stat) && !/\) [ZX] /.test(readFileSync(stat, 'utf8'));
	}
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}
