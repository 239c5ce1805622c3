import {join} from 'node:path';
import type {Report} from '../source/run/report.ts';
import {ledTo} from '../test/emulators/vendor/lead.ts';
import type {Benchmark, Machine} from './benchmark.ts';
import {runChild} from './child.ts';
import {type Result, wanted} from './faults/wanted.ts';
import type {Figure} from './figure.ts';
import {makeRemarked} from './remarked.ts';
import {type ServiceKind, services} from './services.ts';

/** The model takes longer than this where it hangs. */
const timeoutSeconds = 3;
const {signal} = new AbortController();

/**
 * What becomes of a run when a model's answers go wrong, for every provider and every fault: the outcome of the remark
 * that was asked about, that of a suggestion beside it, and the exit code.
 */
export const faults: Benchmark = async machine => {
	const figures: Figure[] = [];
	for (const [name, kind] of Object.entries(services)) {
		for (const fault of kind.faults) {
			const folder = join(machine.folder, name, fault);
			const [want, got] = [wanted(fault), await runWith(kind, fault, {...machine, folder})];
			const isSame = want === got;
			const detail = isSame ? got : `expected ${want}, got ${got}`;
			figures.push({name: `${name}: ${fault}`, ratio: isSame ? 0 : 1, bound: 0, detail});
		}
	}
	return figures;
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
