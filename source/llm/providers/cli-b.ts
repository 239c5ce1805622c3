import type {OpenProvider, ProviderOptions} from '../provider.ts';
import {ModelTrouble} from '../trouble.ts';
import {codex} from './cli-b-codex.ts';
import {copilot} from './cli-b-copilot.ts';
import {findProgram} from './client/find.ts';
import {loginOf, openClient} from './client/open.ts';
import type {ClientProgram} from './client/program.ts';

/** In the order in which `auto` takes them. */
const programs: Readonly<Record<'codex' | 'copilot', ClientProgram>> = {codex, copilot};

/** Vendor B's subscription, through one of its two clients; which one is told by the provider's address. */
export const openCliB: OpenProvider = async options => {
	if (options.client !== 'auto') return openClient({program: programs[options.client]}, options);
	const {program, isInstalled} = await chooseProgram(options);
	const others = isInstalled ? [] : Object.values(programs).filter(other => other !== program);
	return openClient({program, others}, options);
};

/** The first that is installed and logged in; else the first that is installed; else the first. */
async function chooseProgram({env}: ProviderOptions): Promise<{program: ClientProgram; isInstalled: boolean}> {
	const all = Object.values(programs);
	const found = await Promise.all(all.map(({name}) => findProgram(name, env.PATH)));
	const installed = all.filter((_, index) => found[index] !== null);
	if (installed.length < 2) return {program: installed[0] ?? codex, isInstalled: installed.length > 0};
	for (const program of installed) if (await isUsable(program, env)) return {program, isInstalled: true};
	return {program: installed[0]!, isInstalled: true};
}

async function isUsable(program: ClientProgram, env: ProviderOptions['env']): Promise<boolean> {
	try {
		const world = {env, trial: null, candidates: [program]};
		return (await loginOf(program, world, new AbortController().signal)).state === 'in';
	} catch (trouble) {
		if (!(trouble instanceof ModelTrouble)) throw trouble;
		return false;
	}
}
