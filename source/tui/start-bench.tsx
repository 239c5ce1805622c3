import {exitCodes} from '../exit-code.ts';
import type {Context} from '../run/context.ts';
import type {AppExit} from './app/app.ts';
import {keysWith} from './app/own-keys.ts';
import {type BenchRun, effectsOf} from './bench/effects.ts';
import {keymap} from './bench/keymap.ts';
import type {Action, BenchState, Effect} from './bench/state.ts';
import {initialBench, updateBench} from './bench/update.ts';
import type {Screen} from './drawn-app.ts';
import {startApp} from './start.tsx';

export type BenchScreenRun = BenchRun & {
	/** Always in the title: names the services if they are not the real ones. */
	banner: string | null;
};

/**
 * Shows a benchmark until the user quits. A signal first ends the benchmark and writes its report. The caller prints the
 * result.
 * @throws as `startApp`
 */
export async function startBench(run: BenchScreenRun, screen: Screen, context: Context): Promise<AppExit<BenchState>> {
	const keys = keysWith(keymap, 'keys.bench', screen.keys);
	return startApp<BenchState, Action, Effect>(
		{
			initial: (size, symbols) => initialBench(size, symbols, keys, run.banner),
			update: updateBench,
			effects: hands => effectsOf(run, hands, context),
			load: async () => (await import('./bench/app.tsx')).BenchApp,
			summary: () => '',
			exitCode: ({result}) => result?.exitCode ?? exitCodes.needsPerson,
			isKeyByKey: false,
		},
		screen,
		context,
	);
}
