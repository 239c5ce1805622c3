import process from 'node:process';
import {compareScreens} from './compare-screens.ts';
import {countShown} from './count-shown.ts';
import {firstLines} from './first-lines.ts';
import {measureDetail} from './measure-detail.ts';
import {measureFilter} from './measure-filter.ts';
import {measureHeap} from './measure-heap.ts';
import {measureHeld} from './measure-held.ts';
import {measureKeys} from './measure-keys.ts';

/** Measures one thing about the app and prints it as JSON, in a separate process so that measurements do not disturb each other. */
const tasks = {
	keys: measureKeys,
	detail: measureDetail,
	filter: measureFilter,
	held: measureHeld,
	heap: measureHeap,
	screens: compareScreens,
	shown: countShown,
	lines: () => firstLines({columns: 120, rows: 40}),
};

const [task, recording] = process.argv.slice(2) as [keyof typeof tasks, string];
process.stdout.write(JSON.stringify(await tasks[task](recording)), () => process.exit());
