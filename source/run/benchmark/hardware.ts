import {execFile} from 'node:child_process';
import {at, listAt, parseJson} from '../../system/json.ts';
import type {Context} from '../context.ts';
import type {Machine} from './request.ts';

/** One accelerator, as reported by the vendor's tool; null for missing values. */
type Gpu = {
	vendor: 'NVIDIA' | 'AMD' | 'Apple';
	name: string;
	memoryBytes: number | null;
	driver: string | null;
	/** The newest version that the driver supports. */
	cuda: string | null;
};

/** Empty `gpus`: not detected. */
export type Hardware = {gpus: Gpu[]; cpu: string; cores: number; memoryBytes: number; platform: string; arch: string};

type Run = (program: string, args: readonly string[]) => Promise<string | null>;

const limitMs = 5000;
const mebibyte = 1024 ** 2;

/**
 * Detects accelerators with the vendors' tools. Their output is not stable across versions, so unknown output
 * counts as missing. Sources: the manuals of nvidia-smi, amd-smi and system_profiler.
 */
export async function detectHardware(machine: Machine, {env, signal}: Context): Promise<Hardware> {
	const run: Run = (program, args) =>
		new Promise(resolve => {
			const options = {env: {PATH: env.PATH, HOME: env.HOME, LC_ALL: 'C'}, timeout: limitMs, signal} as const;
			execFile(program, [...args], {...options, killSignal: 'SIGKILL', maxBuffer: 16 * mebibyte}, (error, stdout) =>
				resolve(error ? null : stdout),
			);
		});
	const tools = machine.platform === 'darwin' ? [apple] : [nvidia, amd];
	const {cpu, cores, memoryBytes, platform, arch} = machine;
	const found = await Promise.all(tools.map(tool => tool(run)));
	return {gpus: found.flat(), cpu, cores, memoryBytes, platform, arch};
}

const nvidiaSmiPaths = ['nvidia-smi', '/usr/lib/wsl/lib/nvidia-smi'];

async function nvidia(run: Run): Promise<Gpu[]> {
	const fields = '--query-gpu=name,memory.total,driver_version';
	for (const program of nvidiaSmiPaths) {
		const [table, text] = await Promise.all([
			run(program, [fields, '--format=csv,noheader,nounits']),
			run(program, []),
		]);
		const rows = (table ?? '').split('\n').filter(row => row.trim());
		if (rows.length === 0) continue;
		const cuda = /CUDA(?: UMD)? Version:\s*([\d.]+)/.exec(text ?? '')?.[1] ?? null;
		return rows.map(row => {
			const [name, memory, driver] = row.split(/,\s*/).map(told);
			return {
				vendor: 'NVIDIA',
				name: name ?? 'NVIDIA GPU',
				memoryBytes: scaledNumber(memory, mebibyte),
				driver: driver ?? null,
				cuda,
			};
		});
	}
	return [];
}

/** Null for `[N/A]`, `[Not Supported]` and the like. */
const told = (text: string) => (/^\s*(?:\[.*\]|n\/a)?\s*$/i.test(text) ? null : text.trim());

const scaledNumber = (text: unknown, unit: number) => (text != null && Number(text) > 0 ? Number(text) * unit : null);

const toldAt = (value: unknown, ...names: string[]) => told(String(at(value, ...names) ?? ''));

async function amd(run: Run): Promise<Gpu[]> {
	const listed = parseJson((await run('amd-smi', ['static', '--asic', '--vram', '--driver', '--json'])) ?? '');
	const rows = [Array.isArray(listed) ? listed : (at(listed, 'gpu_data') ?? [])].flat();
	return rows.map(row => {
		const unit = toldAt(row, 'vram', 'size', 'unit')?.startsWith('G') ? 1024 * mebibyte : mebibyte;
		return {
			vendor: 'AMD',
			name: toldAt(row, 'asic', 'market_name') ?? 'AMD GPU',
			memoryBytes: scaledNumber(at(row, 'vram', 'size', 'value') ?? at(row, 'vram', 'size'), unit),
			driver: toldAt(row, 'driver', 'version'),
			cuda: null,
		};
	});
}

async function apple(run: Run): Promise<Gpu[]> {
	const [listed, memory] = await Promise.all([
		run('system_profiler', ['SPDisplaysDataType', '-json']),
		run('sysctl', ['-n', 'hw.memsize']),
	]);
	return listAt(parseJson(listed ?? ''), 'SPDisplaysDataType').map(row => ({
		vendor: 'Apple',
		name: toldAt(row, 'sppci_model') ?? 'Apple GPU',
		// Shared with the processor.
		memoryBytes: scaledNumber(memory?.trim(), 1),
		driver: toldAt(row, 'spdisplays_mtlgpufamilysupport'),
		cuda: null,
	}));
}
