import {startAnthropic} from '../test/emulators/anthropic/server.ts';
import {type OllamaFault, ollamaFaults} from '../test/emulators/ollama/faults.ts';
import {startOllama} from '../test/emulators/ollama/server.ts';
import {startOpenAI} from '../test/emulators/openai/server.ts';
import {type CaseName, caseNames, type ProgramName} from '../test/emulators/programs/case.ts';
import {installPrograms} from '../test/emulators/programs/install.ts';
import {type ProxyOptions, startProxy} from '../test/emulators/proxy.ts';
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

/** Of the proxy on the way to a vendor. */
const proxyFaults: Readonly<Record<string, ProxyOptions>> = {
	'proxy-refuses': {fault: 403},
	'proxy-login': {login: 'user:password'},
	'proxy-without-network': {hosts: {}},
	'proxy-hangs': {fault: 'hang'},
	'proxy-closes': {fault: 'close'},
};

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
	openai: vendorKind('openai-api-mini', startOpenAI, {key: 'OPENAI_API_KEY', origin: 'https://api.openai.com'}),
	anthropic: vendorKind('anthropic-api-balanced', startAnthropic, {
		key: 'ANTHROPIC_API_KEY',
		origin: 'https://api.anthropic.com',
	}),
	'claude-cli': clientKind('claude-cli-sonnet', 'claude'),
	'codex-cli': clientKind('codex-cli-free', 'codex'),
	copilot: clientKind('codex-cli-free', 'copilot'),
};

function vendorKind(
	preset: string,
	startEmulator: typeof startOpenAI | typeof startAnthropic,
	{key, origin}: {key: string; origin: string},
): ServiceKind {
	return {
		preset,
		flags: [],
		faults: [...faultNames, ...Object.keys(proxyFaults)],
		async start(fault) {
			const ofProxy = proxyFaults[fault ?? ''];
			const server = await startEmulator({answer: obedient, fault: onQuestions<FaultName>(ofProxy ? null : fault)});
			const asked = () => server.asks().length;
			if (!ofProxy) return {...server, asked, env: {[key]: server.key}, origins: {[origin]: server.url}};
			const proxy = await startProxy(ofProxy);
			const env = {[key]: server.key, https_proxy: proxy.host, no_proxy: ''};
			return {asked, env, origins: {}, close: async () => void (await Promise.all([server.close(), proxy.close()]))};
		},
	};
}

function clientKind(preset: string, program: ProgramName): ServiceKind {
	return {
		preset,
		flags: program === 'claude' ? [] : ['--set', `llm.client=${program}`],
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
