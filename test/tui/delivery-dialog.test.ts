import {expect, test} from 'vitest';
import type {DeliveryOffer} from '../../source/delivery/offer/offered.ts';
import type {OfferedWrites} from '../../source/delivery/steps/step.ts';
import type {DeliveryChoice} from '../../source/settings/delivery-ticks.ts';
import {noPresets} from '../helpers/presets.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {numbered, workTree} from '../helpers/work-tree.ts';
import {type Desk, openDesk} from './desk.ts';
import {expectFrame, usualSizes} from './golden-frames.ts';
import {expectFits, frameOf} from './mount.ts';

const nothing: OfferedWrites = {
	...{replies: [], repliesWith: null, summary: null, botThreads: 0, peopleThreads: 0, planned: {}, denied: null},
};

const pushed: OfferedWrites = {
	replies: [{findings: [], text: 'Applied in <commit>. "npm test" passes.', isOwn: false}],
	...{repliesWith: null, summary: null, botThreads: 18, peopleThreads: 1, planned: {requested: 1}, denied: null},
};

/** As a host offers it. */
const offer: DeliveryOffer = {
	hooks: {commit: [], push: [], areThere: false, strangers: []},
	verify: {what: {command: 'npm test', strangers: ['mallory']}},
	commit: {
		what: {
			...{branch: 'main', changes: 19, files: 11, committer: 'Ada <ada@example.com>', answered: []},
			messages: ['Apply suggestions from code review\n\nPr-Resolve-Run: run1\n'],
		},
	},
	push: {
		what: {
			repository: 'acme/api',
			branch: 'feature/limits',
			isByHost: false,
			requiresSignoff: true,
			outsiders: ['ann'],
			answered: [],
		},
	},
	threads: {what: {now: nothing, pushed}},
};

/** The review after `A`, with what may follow. */
async function offered(ticked: readonly DeliveryChoice[] = [], given: DeliveryOffer = offer): Promise<Desk> {
	const tree = workTree();
	const from = reviewOf(tree).suggest('src/list.txt', 2, ['item two']).save();
	const desk = await openDesk(tree, from, {takesNextSteps: true, presets: {...noPresets, ticked: new Set(ticked)}});
	desk.press('A', 'y');
	await desk.until(({run}) => run.deliveryOffer?.threads != null);
	desk.store.dispatch({type: 'events', events: [{type: 'facts', facts: {deliveryOffer: given}}], at: 0});
	return desk;
}

const rows = ({state}: Desk) => {
	const {dialog} = state();
	return dialog?.kind === 'checklist' ? dialog.items.map(({id, isTicked}) => [id, isTicked] as const) : [];
};

const ticked = (desk: Desk) => rows(desk).flatMap(([id, isTicked]) => (isTicked ? [id] : []));

test('frames', async () => {
	const desk = await offered(['push', 'commit', 'reply']);
	await expectFrame(desk.tree, usualSizes, 'review/closing');
});

test('a start is offered once everything is looked up, and what asked to wait goes then', async () => {
	const desk = await offered(['push', 'commit', 'reply'], {...offer, push: null});
	const hints = () => {
		const {dialog} = desk.state();
		return dialog?.kind === 'checklist' ? dialog.offers.map(({key, word}) => `${key} ${word}`) : [];
	};
	desk.press('y');
	expect([desk.state().notice?.text, hints()]).toEqual([
		'wait until everything is looked up',
		expect.not.arrayContaining(['y start']),
	]);
	desk.store.dispatch({type: 'events', events: [{type: 'facts', facts: {deliveryOffer: offer}}], at: 0});
	expect([desk.state().notice, hints()]).toEqual([null, expect.arrayContaining(['y start'])]);
});

test.each([
	[40, 12],
	[60, 20],
	[300, 80],
])('every step can be reached and read in %d x %d', async (columns, height) => {
	const desk = await offered();
	desk.store.dispatch({type: 'resize', size: {columns, rows: height}});
	const labels = rows(desk).length;
	for (let step = 0; step < labels; step++) {
		const frame = frameOf(desk.state());
		expectFits(frame, {columns, rows: height});
		const lines = frame.split('\n');
		expect(lines).toHaveLength(height);
		expect(lines.some(line => line.startsWith(`> ${step + 1} `))).toBe(true);
		// No title counts lines of a pane that has no room: "11-10 of 13".
		for (const [, from, to] of frame.matchAll(/ (\d+)-(\d+) of \d+ /g)) expect(+to!).toBeGreaterThanOrEqual(+from!);
		desk.press('down');
	}
});

test('nothing is ticked that was not asked for, and Enter only leaves', async () => {
	const desk = await offered();
	expect(ticked(desk)).toEqual([]);
	desk.press('enter');
	expect(desk.state()).toMatchObject({dialog: null, stage: 'open'});
});

test('a push needs the commit, and replies need the push', async () => {
	const desk = await offered();
	expect(Object.fromEntries(rows(desk))).toMatchObject({reply: false, resolveThreads: false, react: null});
	desk.press('4');
	// The repository requires it.
	expect(ticked(desk)).toEqual(['commit', 'signoff', 'push']);
	desk.press('3', '7');
	expect(ticked(desk)).toEqual(['commit', 'push', 'resolveThreads', 'resolvePeople']);
	desk.press('2');
	expect(ticked(desk)).toEqual([]);
});

test('a step is ticked with what it needs, and unticked with it', async () => {
	const desk = await offered();
	expect(frameOf(desk.state())).toContain('after a push: 18 threads started by bots');
	desk.press('6');
	expect(ticked(desk)).toEqual(['commit', 'signoff', 'push', 'resolveThreads']);
	desk.press('5', '4');
	expect(ticked(desk)).toEqual(['commit']);
	desk.press('7');
	expect(ticked(desk)).toEqual(['commit', 'signoff', 'push', 'resolveThreads', 'resolvePeople']);
	desk.press('2');
	expect(ticked(desk)).toEqual([]);
});

test('what was asked for before a push is ticked with the push, by one key', async () => {
	const desk = await offered(['reply']);
	expect(ticked(desk)).toEqual([]);
	desk.press('5');
	expect(ticked(desk)).toEqual(['commit', 'signoff', 'push', 'reply']);
});

test('without a push that is possible, what needs it is not', async () => {
	const push = {reason: 'your token may not push', remedy: ''};
	const desk = await offered([], {...offer, push});
	desk.press('5');
	expect([ticked(desk), Object.fromEntries(rows(desk))]).toMatchObject([[], {reply: null, resolveThreads: null}]);
});

test('what leaves the machine, and code of strangers, starts by y alone', async () => {
	for (const key of ['1', '4']) {
		const desk = await offered();
		desk.press(key, 'enter');
		expect(desk.state()).toMatchObject({stage: 'open', notice: {tone: 'warning'}});
		expect(desk.state().dialog?.kind).toBe('checklist');
	}
});

test('what is pressed before the dialog was seen starts nothing', async () => {
	const desk = await offered(['commit']);
	const {dialog} = desk.state();
	const at = dialog?.kind === 'checklist' ? dialog.at : 0;
	desk.store.dispatch({type: 'key', key: 'y', at: at + 100});
	expect(desk.state().stage).toBe('open');
});

test('a step that is not possible shows why, and cannot be ticked', async () => {
	const push = {reason: 'the pull request has commits that your branch lacks', remedy: 'Run: git pull'};
	const desk = await offered(['push', 'reply'], {...offer, push, threads: push});
	expect(ticked(desk)).toEqual([]);
	expect(frameOf(desk.state())).toContain('the pull request has commits that your branch lacks. Run: git pull');
	desk.press('4');
	expect(ticked(desk)).toEqual([]);
});

test('replies are shown word for word before they go', async () => {
	const desk = await offered(['push', 'reply']);
	desk.press('v');
	expect(frameOf(desk.state())).toContain('Applied in <commit>. "npm test" passes.');
	desk.press('escape');
	expect(desk.state().dialog?.kind).toBe('checklist');
});

test('in a recording the commit is possible; a commit that is made is not offered again', async () => {
	const tree = workTree();
	tree.git('config', 'user.name', 'Ada');
	tree.git('config', 'user.email', 'ada@example.com');
	const from = reviewOf(tree).suggest('src/list.txt', 2, ['item two']).save();
	const desk = await openDesk(tree, from, {takesNextSteps: true});
	desk.press('A', 'y');
	await desk.until(({run}) => run.deliveryOffer?.threads != null);
	expect(frameOf(desk.state())).toContain('a recording is not on GitHub');
	desk.press('2', 'enter');
	await desk.until(({delivery, stage}) => delivery.end !== null && stage === 'open');
	expect(desk.state().notice?.text).toMatch(/^committed [0-9a-f]{10} on main$/);
	expect(tree.git('show', '--stat', '--format=%s')).toContain('src/list.txt');
	expect(tree.read('src/list.txt')).toBe(numbered('item', 12).replace('item 2\n', 'item two\n'));
	desk.press('escape', 'C');
	await desk.until(({run}) => run.deliveryOffer?.threads != null);
	expect(Object.fromEntries(rows(desk))).toMatchObject({commit: null, push: null});
});

test('on the host, one line stands for commit and push, and is ticked by what needs it', async () => {
	const tree = workTree();
	const from = reviewOf(tree).suggest('src/list.txt', 2, ['item two']).save();
	const desk = await openDesk(tree, from, {takesNextSteps: true, presets: {...noPresets, place: 'host'}});
	desk.press('A');
	const push = {
		what: {
			repository: 'acme/api',
			branch: 'feature',
			isByHost: true,
			requiresSignoff: false,
			outsiders: [],
			answered: [],
		},
	};
	desk.store.dispatch({type: 'events', events: [{type: 'facts', facts: {deliveryOffer: {...offer, push}}}], at: 0});
	expect(rows(desk).map(([id]) => id)).not.toContain('verify');
	desk.press('2');
	expect(ticked(desk)).toEqual(['commit', 'signoff']);
	expect(desk.state().delivery.ticked).toEqual(new Set(['push', 'commit', 'signoff']));
	desk.store.dispatch({type: 'resize', size: {columns: 40, rows: 12}});
	desk.press('up');
	expect(frameOf(desk.state())).toMatch(/> 1 \[x\] commit +acme\/api/);
	desk.press('1');
	expect(desk.state().delivery.ticked).toEqual(new Set());
});
