import {setTimeout as sleep} from 'node:timers/promises';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {usualKeys} from '../../../source/tui/app/keymap.ts';
import {initialApp} from '../../../source/tui/app/state.ts';
import {SetupApp} from '../../../source/tui/setup/app.tsx';
import {keymap} from '../../../source/tui/setup/keymap.ts';
import type {SetupState} from '../../../source/tui/setup/state.ts';
import {initialSetup} from '../../../source/tui/setup/steps.ts';
import {updateSetup} from '../../../source/tui/setup/update.ts';
import {symbolsFor} from '../../../source/tui/theme.ts';
import {settingsIn, sleepBriefly, worldOf} from '../../run/setup/world.ts';
import {escapeMs, framed, keys, mountOnTerminal} from '../mount.ts';
import {setupDesk} from './desk.ts';
import {everyMoment, moments} from './moments.ts';

const sizes = [
	{columns: 120, rows: 40},
	{columns: 80, rows: 24},
	{columns: 59, rows: 18},
	{columns: 40, rows: 12},
	{columns: 39, rows: 30},
];
const key$ = fc.constantFrom(...Object.values(keys), ...'jjkk?qrcmvs!x1', '\x1b[5~', '\x1b[6~');
const taken$ = fc.oneof({weight: 6, arbitrary: key$}, {weight: 1, arbitrary: fc.constantFrom(...sizes)});

test('what the terminal shows is the frame, whatever is pressed and however the window changes', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.constantFrom(...everyMoment),
			fc.array(taken$, {minLength: 20, maxLength: 25}),
			async (moment, steps) => {
				const world = worldOf({LOCAL_BASE_URL: 'http://127.0.0.1:9'}, {sleep: sleepBriefly});
				const settings = await settingsIn(world);
				const desk = setupDesk(settings, world, {from: {...moments[moment](settings), work: null}});
				const shown = await mountOnTerminal(desk.tree, sizes[0]!);
				for (const taken of steps) {
					if (typeof taken === 'string') await shown.press(taken);
					else await shown.resize(taken);
					// A lone Esc may be the start of a sequence.
					if (taken === keys.escape) await sleep(2 * escapeMs);
					await desk.idle();
					await shown.press('');
					expect(shown.frame()).toBe(framed(SetupApp, desk.state()));
				}
				shown.instance.unmount();
			},
		),
		{
			numRuns: 8,
			endOnFailure: true,
			// A menu higher than the window, from its first item up to its last one.
			examples: [['models', [{columns: 40, rows: 12}, keys.up, keys.up, keys.down]]],
		},
	);
});

test('no keys break it', async () => {
	const names = ['up', 'down', 'enter', 'escape', 'r', 'c', '!', 'm', 'v', 's', 'j', 'k', '?', 'q', 'x', 'space', '1'];
	const settings = await settingsIn(worldOf());
	const size = {columns: 120, rows: 40};
	fc.assert(
		fc.property(
			fc.constantFrom(...everyMoment),
			fc.array(fc.constantFrom(...names), {maxLength: 25}),
			(moment, pressed) => {
				const first = initialSetup(initialApp(size, symbolsFor(true), usualKeys(keymap)), settings, null);
				const press = (state: SetupState, key: string, index: number) =>
					updateSetup(state, {type: 'key', key, at: 1000 * index}).state;
				const last = [...pressed, 'ctrl+c'].reduce(press, {...first, ...moments[moment](settings)} as SetupState);
				expect(last.size).toEqual(size);
			},
		),
		{numRuns: 60},
	);
});
