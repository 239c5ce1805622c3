import {loginOf} from '../client/check.ts';
import {findProgram} from '../client/find.ts';
import {openClientService} from '../client/open.ts';
import type {ClientProgram} from '../client/program.ts';
import {copilotProgram} from '../copilot/program.ts';
import type {ModelService, ProviderOptions} from '../provider.ts';
import {ModelTrouble} from '../trouble.ts';
import {codexProgram} from './program.ts';

/** In the order in which `auto` tries them. */
const programs: readonly ClientProgram[] = [codexProgram, copilotProgram];

/** A ChatGPT or Copilot subscription, through its client. The provider's address and its checks show which one. */
export async function openCodexOrCopilot(options: ProviderOptions): Promise<ModelService> {
	const named = programs.find(({name}) => name === options.client);
	if (named) return openClientService(named, options);
	const found = await Promise.all(programs.map(({name}) => findProgram(name, options.env.PATH)));
	const [first, ...more] = programs.filter((_, index) => found[index] !== null);
	if (!first) return openClientService(codexProgram, options, [copilotProgram]);
	return more.length === 0 ? openClientService(first, options) : openUsable([first, ...more], options);
}

/** The first client that is logged in, else the first one. They are started to find out when a question or check comes. */
function openUsable(installed: readonly [ClientProgram, ...ClientProgram[]], options: ProviderOptions): ModelService {
	let chosen: ModelService | null = null;
	const choose = async (signal: AbortSignal): Promise<ModelService> => {
		if (chosen) return chosen;
		let program = installed[0];
		for (const candidate of installed) {
			if (!(await isUsable(candidate, options.env, signal))) continue;
			program = candidate;
			break;
		}
		chosen ??= openClientService(program, options);
		return chosen;
	};
	return {
		...openClientService(installed[0], options),
		address: installed.map(({name}) => name).join(' or '),
		ask: async (request, signal) => (await choose(signal)).ask(request, signal),
		async *check(signal) {
			yield* (await choose(signal)).check(signal);
		},
		checkAnswered: async signal => (await (await choose(signal)).checkAnswered?.(signal)) ?? null,
	};
}

async function isUsable(program: ClientProgram, env: ProviderOptions['env'], signal: AbortSignal): Promise<boolean> {
	try {
		return (await loginOf({program, env, candidates: [program]}, signal)).state === 'in';
	} catch (trouble) {
		if (!(trouble instanceof ModelTrouble)) throw trouble;
		return false;
	}
}
