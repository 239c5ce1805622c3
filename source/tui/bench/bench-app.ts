import {exitCodes} from '../../exit-code.ts';
import type {Context} from '../../run/context.ts';
import type {OwnKeys} from '../../settings/own-keys.ts';
import type {AppOf} from '../app/app.ts';
import {keysWith} from '../app/own-keys.ts';
import {type BenchRun, effectsOf} from './effects.ts';
import {keymap} from './keymap.ts';
import type {Action, BenchState, Effect} from './state.ts';
import {initialBench, updateBench} from './update.ts';

/**
 * A signal first ends the benchmark and writes its report. The caller prints the result.
 * @param banner always in the title: names the services if they are not the real ones
 */
export function benchApp(
	run: BenchRun,
	banner: string | null,
	ownKeys: OwnKeys,
	context: Context,
): AppOf<BenchState, Action, Effect> {
	return {
		keys: keysWith(keymap, 'keys.bench', ownKeys),
		initial: app => initialBench(app, banner),
		update: updateBench,
		effects: hands => effectsOf(run, hands, context),
		load: async () => (await import('./app.tsx')).BenchApp,
		summary: () => '',
		exitCode: ({result}) => result?.exitCode ?? exitCodes.needsPerson,
	};
}
