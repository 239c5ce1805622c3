import {join} from 'node:path';
import type {Report} from '../source/run/report/report.ts';
import {ledTo} from '../test/emulators/vendor/lead.ts';
import type {Benchmark, Machine} from './benchmark.ts';
import {runChild} from './child.ts';
import {beginningOf} from './faults/messages.ts';
import {wanted} from './faults/wanted.ts';
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
		'Whether a failing model loses work: the comment that was sent must get the outcome for that fault, the suggestion next to it must still be applied, and the exit code and the beginning of the message must match. Prints the table of all faults.',
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
				const message = beginningOf(name, fault);
				const ended = await runWith(kind, fault, {...machine, folder});
				const got = formatEnd({...ended, message: ended.message.slice(0, message.length)});
				rows.push({name, fault, got, want: formatEnd({result: wanted(name, fault), message})});
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

async function runWith(kind: ServiceKind, fault: string, {node, cli, folder, env}: Machine): Promise<FaultEnd> {
	const service = await kind.start(fault, {folder, path: env.PATH ?? '', remarks: 1});
	try {
		const {root, recording} = makeRemarked(folder, env, 1);
		const flags = [
			'--json',
			'--set',
			`llm.timeout=${String(timeoutSeconds)}`,
			'--llm-preset',
			kind.preset,
			...kind.flags,
		];
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

/** How a run ended, and the reason of the comment that was sent. */
type FaultEnd = {result: string; message: string};

const formatEnd = ({result, message}: FaultEnd) => (message === '' ? result : `${result}: ${message}`);

function describe(exitCode: number | null, stdout: string): FaultEnd {
	const {findings} = JSON.parse(stdout || '{}') as Partial<Report>;
	if (findings?.length !== 2) return {result: `exit ${exitCode} without a report`, message: ''};
	const [remark, suggestion] = findings;
	const result = `exit ${exitCode}, remark ${remark!.outcome}, suggestion ${suggestion!.outcome}`;
	return {result, message: remark!.reason.replace(/(http:\/\/127\.0\.0\.1):\d+/, '$1')};
}
