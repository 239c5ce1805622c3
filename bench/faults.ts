import {join} from 'node:path';
import type {Report} from '../source/run/report/report.ts';
import {ledTo} from '../test/emulators/vendor/lead.ts';
import type {Benchmark, Machine} from './benchmark.ts';
import {runChild} from './child.ts';
import {type Result, wanted} from './faults/wanted.ts';
import type {Figure, Measured} from './figure.ts';
import {makeRemarked} from './remarked.ts';
import {type ServiceKind, services} from './services.ts';
import {formatTable} from './table.ts';

/** A hanging model takes longer than this; anything else takes less, even on a busy machine. */
const timeoutSeconds = 6;
const {signal} = new AbortController();

const unexpected: Figure = {
	name: 'runs with a wrong result when a service fails',
	unit: 'runs',
	bound: 0,
	meaning:
		'Whether a failing model loses work: the comment that was sent must get the outcome for that fault, the suggestion next to it must still be applied, and the exit code must match. Prints the table of all faults.',
};

export const faults: Benchmark = {
	about: 'One run per provider and fault of its service.',
	seconds: 340,
	figures: [unexpected],
	async measure(machine) {
		const rows: {name: string; fault: string; got: string; want: string}[] = [];
		for (const [name, kind] of Object.entries(services)) {
			for (const fault of kind.faults) {
				const folder = join(machine.folder, name, fault);
				const got = await runWith(kind, fault, {...machine, folder});
				rows.push({name, fault, got, want: wanted(name, fault)});
			}
		}
		machine.print(
			formatTable(
				['service', 'fault', 'result', 'as expected'],
				rows.map(({name, fault, got, want}) => [name, fault, got, got === want ? 'yes' : `NO: ${want}`]),
				[],
			),
		);
		return [...Map.groupBy(rows, ({name}) => name)].map(
			([name, own]): Measured => ({
				figure: unexpected,
				of: name,
				value: own.filter(({got, want}) => got !== want).length,
				detail: `of ${own.length} faults`,
			}),
		);
	},
};

async function runWith(kind: ServiceKind, fault: string, {node, cli, folder, env}: Machine): Promise<string> {
	const service = await kind.start(fault, {folder, path: env.PATH ?? '', remarks: 1});
	try {
		const {root, recording} = makeRemarked(folder, env, 1);
		const flags = ['--json', '--llm-timeout', String(timeoutSeconds), '--llm-preset', kind.preset, ...kind.flags];
		const environment = {
			...env,
			...ledTo(service),
			XDG_CACHE_HOME: join(folder, 'cache'),
			CR_LLM_RETRY_MAX_ATTEMPTS: '1',
		};
		const ended = await runChild(node, [cli(), 'apply', '--from', recording, ...flags], {
			cwd: root,
			env: environment,
			signal,
			timeoutMs: 60_000,
		});
		return describe(ended.exitCode, ended.stdout.toString());
	} finally {
		await service.close();
	}
}

function describe(exitCode: number | null, stdout: string): Result | string {
	const {findings} = JSON.parse(stdout || '{}') as Partial<Report>;
	if (findings?.length !== 2) return `exit ${exitCode} without a report`;
	const [remark, suggestion] = findings.map(({outcome}) => outcome);
	return `exit ${exitCode}, remark ${remark}, suggestion ${suggestion}`;
}
