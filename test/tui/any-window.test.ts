import fc from 'fast-check';
import type {ReactElement} from 'react';
import {expect, test} from 'vitest';
import {symbolsFor} from '../../source/tui/theme.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {workTree} from '../helpers/work-tree.ts';
import {settingsIn, worldOf} from '../run/setup/world.ts';
import {benchDesk, ended as benchEnded, running} from './bench/desk.ts';
import {openDesk} from './desk.ts';
import {filling, full, inboxDesk} from './inbox/desk.ts';
import {expectFits, keys, mount} from './mount.ts';
import {setupDesk} from './setup/desk.ts';
import {everyMoment, moments} from './setup/moments.ts';
import {statsDesk} from './stats/desk.ts';
import {events, watchDesk, ended as watchEnded} from './watch/desk.ts';

const size = {columns: 100, rows: 30};
const ascii = {isUnicode: false};

async function review(): Promise<ReactElement> {
	const tree = workTree();
	const long = 'A sentence that goes on and on until no pane is wide enough for it, with `some code` and **weight**.';
	const body = `${long}\n\n| a | table |\n| --- | --- |\n| ${long} | x |\n\n\`\`\`ts\nconst answer = 42;\n\`\`\``;
	const from = reviewOf(tree)
		.suggest('src/list.txt', 2, ['item II'], {body: 'Roman. \u6f22\u5b57 are wide.'})
		.suggest('src/list.txt', 2, ['item two'], {body})
		.suggest('src/other.txt', 1, [`\tentry \x1b[31mred ${'x'.repeat(200)}`], {body: 'Bell\x07 and \x1b]0;title\x07.'})
		.comment('notes.md', 3, 'Why is this here?')
		.save();
	return (await openDesk(tree, from, ascii)).tree;
}

async function setup(moment: (typeof everyMoment)[number]): Promise<ReactElement> {
	const world = worldOf({LOCAL_BASE_URL: 'http://127.0.0.1:9'});
	const settings = await settingsIn(world);
	const from = {...moments[moment](settings), work: null, symbols: symbolsFor(false)};
	return setupDesk(settings, world, {from}).tree;
}

async function inbox(told: typeof full): Promise<ReactElement> {
	const {tell, tree} = inboxDesk(size, ascii);
	tell(...told);
	return tree;
}

async function watch(told: typeof events): Promise<ReactElement> {
	const {tell, tree} = watchDesk(size, ascii);
	tell(...told);
	return tree;
}

/** The moments of each app that a walk begins in. */
const apps: Readonly<Record<string, readonly (() => Promise<ReactElement>)[]>> = {
	review: [review],
	setup: everyMoment.map(moment => () => setup(moment)),
	bench: [{}, running, benchEnded].map(from => async () => benchDesk(from, ascii).tree),
	inbox: [[], filling, full].map(told => () => inbox(told)),
	stats: [async () => statsDesk(size, ascii).tree],
	watch: [[], events.slice(0, 3), events, [...events, watchEnded]].map(told => () => watch(told)),
};

const key = fc.constantFrom(...Object.values(keys), ...'jjkkGnNsvz+hlxaipdoq{}/?.M1');
const window = fc.record({columns: fc.integer({min: 40, max: 210}), rows: fc.integer({min: 12, max: 60})});
const steps = fc.array(fc.oneof({weight: 3, arbitrary: key}, {weight: 2, arbitrary: window}), {maxLength: 20});

test.each(Object.entries(apps))(
	'%s: no row is wider than the window, none is cut by Ink, and no frame is taller',
	async (_, begins) => {
		await fc.assert(
			fc.asyncProperty(fc.constantFrom(...begins), steps, async (begin, taken) => {
				const app = await mount(await begin(), size);
				let now = size;
				for (const step of taken) {
					if (typeof step === 'string') await app.press(step);
					else {
						now = step;
						await app.resize(step);
					}
					expectFits(app.frame(), now);
					// The mark of Ink; that of the theme is another one here.
					expect(app.frame()).not.toContain('\u2026');
				}
				app.instance.unmount();
			}),
			{numRuns: 12},
		);
	},
);
