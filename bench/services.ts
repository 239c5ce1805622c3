import {startAnthropic} from '../test/emulators/anthropic/server.ts';
import {type OllamaFault, ollamaFaults} from '../test/emulators/ollama/faults.ts';
import {startOllama} from '../test/emulators/ollama/server.ts';
import {startOpenAI} from '../test/emulators/openai/server.ts';
import {type CaseName, caseNames, type ProgramName} from '../test/emulators/programs/case.ts';
import {installPrograms} from '../test/emulators/programs/install.ts';
import {type FaultName, faultNames} from '../test/emulators/vendor/faults.ts';
import type {Led} from '../test/emulators/vendor/lead.ts';
import {changing, obedient} from '../test/emulators/vendor/obedient.ts';
import type {SeenRequest} from '../test/emulators/vendor/server.ts';
import {after, before, file} from './remarked.ts';

/** A running emulator of a model service. */
export type Service = Led & {
	/** The requests that it received. */
	asked: () => number;
	close: () => Promise<void>;
};

/** An emulator that makes the changes of the comments. */
export type ServiceKind = {
	/** Selects it in the program. */
	preset: string;
	flags: readonly string[];
	/** The faults of its answers. */
	faults: readonly string[];
	start: (fault: string | null, setting: {folder: string; path: string; remarks: number}) => Promise<Service>;
};

const onQuestions =
	<Fault extends string>(fault: string | null) =>
	({asked}: SeenRequest) =>
		asked ? (fault as Fault | null) : null;

/** By the name in tables. */
export const services: Record<string, ServiceKind> = {
	ollama: {
		preset: 'ollama-local',
		flags: [],
		faults: Object.keys(ollamaFaults),
		async start(fault) {
			const server = await startOllama({answer: obedient, fault: onQuestions<OllamaFault>(fault)});
			return {...server, asked: () => server.asks().length, env: {LOCAL_BASE_URL: server.url}, origins: {}};
		},
	},
	openai: {
		preset: 'openai-api-mini',
		flags: [],
		faults: faultNames,
		async start(fault) {
			const server = await startOpenAI({answer: obedient, fault: onQuestions<FaultName>(fault)});
			const led = {env: {OPENAI_API_KEY: server.key}, origins: {'https://api.openai.com': server.url}};
			return {...server, asked: () => server.asks().length, ...led};
		},
	},
	anthropic: {
		preset: 'anthropic-api-balanced',
		flags: [],
		faults: faultNames,
		async start(fault) {
			const server = await startAnthropic({answer: obedient, fault: onQuestions<FaultName>(fault)});
			const led = {env: {ANTHROPIC_API_KEY: server.key}, origins: {'https://api.anthropic.com': server.url}};
			return {...server, asked: () => server.asks().length, ...led};
		},
	},
	'claude-cli': clientKind('claude-cli-sonnet', 'claude'),
	'codex-cli': clientKind('codex-cli-free', 'codex'),
	copilot: clientKind('codex-cli-free', 'copilot'),
};

function clientKind(preset: string, program: ProgramName): ServiceKind {
	return {
		preset,
		flags: program === 'claude' ? [] : ['--llm-client', program],
		// Copilot has no login by key.
		faults: caseNames.filter(name => name !== 'success' && !(program === 'copilot' && name === 'api-key-login')),
		async start(fault, {folder, path, remarks}) {
			const answers = Array.from({length: remarks}, (_, index) => ({
				when: `should read "${after(index + 1)}"`,
				answer: changing(file, before(index + 1), after(index + 1)),
			}));
			const programs = installPrograms(folder, {[program]: {name: (fault ?? 'success') as CaseName, answers}});
			return {
				asked: () => programs.calls().filter(({kind}) => kind === 'request').length,
				env: {PATH: `${programs.path}:${path}`},
				origins: {},
				close: async () => {},
			};
		},
	};
}
