import {chmodSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {detectHardware} from '../../../source/run/benchmark/hardware.ts';
import {newFolder} from '../../helpers/folders.ts';
import {desk, machine} from './desk.ts';

async function detected(programs: Record<string, string>, platform: NodeJS.Platform = 'linux') {
	const folder = newFolder();
	for (const [name, script] of Object.entries(programs)) {
		writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
		chmodSync(join(folder, name), 0o755);
	}
	const {context} = await desk({env: {PATH: `${folder}:/usr/bin:/bin`}});
	return (await detectHardware({...machine, platform}, context)).gpus;
}

test('NVIDIA: name, memory, driver and the CUDA version, which only the plain output has', async () => {
	const script = `case "$*" in *query-gpu*) echo "NVIDIA L4, 23034, 560.35.03"; echo "NVIDIA T4, [N/A], 560.35.03";; *) echo "| NVIDIA-SMI 560.35.03  Driver Version: 560.35.03  CUDA Version: 12.6 |";; esac`;
	const common = {vendor: 'NVIDIA', driver: '560.35.03', cuda: '12.6'};
	expect(await detected({'nvidia-smi': script})).toEqual([
		{...common, name: 'NVIDIA L4', memoryBytes: 23034 * 1024 ** 2},
		{...common, name: 'NVIDIA T4', memoryBytes: null},
	]);
});

test('AMD', async () => {
	const told = [
		{asic: {market_name: 'Radeon PRO W7900'}, vram: {size: {value: 46064, unit: 'MB'}}, driver: {version: '6.8.5'}},
	];
	const script = `cat <<'END'\n${JSON.stringify(told)}\nEND`;
	const gpu = {vendor: 'AMD', name: 'Radeon PRO W7900', memoryBytes: 46064 * 1024 ** 2, driver: '6.8.5', cuda: null};
	expect(await detected({'amd-smi': script})).toEqual([gpu]);
});

test('Apple: the memory is that of the machine', async () => {
	const told = {
		SPDisplaysDataType: [{sppci_model: 'Apple M3 Max', spdisplays_mtlgpufamilysupport: 'spdisplays_metal3'}],
	};
	const programs = {system_profiler: `echo '${JSON.stringify(told)}'`, sysctl: 'echo 68719476736'};
	expect(await detected(programs, 'darwin')).toMatchObject([
		{vendor: 'Apple', name: 'Apple M3 Max', memoryBytes: 64 * 1024 ** 3},
	]);
});

test.each([
	['no tool', {}],
	[
		'a driver that does not answer',
		{'nvidia-smi': 'echo "NVIDIA-SMI has failed because it couldn\'t communicate with the NVIDIA driver"; exit 9'},
	],
	['words instead of JSON', {'amd-smi': 'echo "no devices"'}],
	['JSON of another form', {'amd-smi': 'echo "{\\"a\\": null}"'}],
])('%s: not detected', async (_, programs) => {
	expect(await detected(programs)).toEqual([]);
});
