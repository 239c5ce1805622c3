import {expect, test} from 'vitest';
import {advise, again, Failure} from '../../../source/failure.ts';
import {reportInbox} from '../../../source/run/inbox/inbox-report.ts';
import {initialInbox} from '../../../source/run/inbox/inbox-state.ts';
import {stopped} from '../../../source/tui/app/effects.ts';
import {codeOfInbox, lostSummary} from '../../../source/tui/inbox/inbox-app.ts';
import {summaryOf} from '../../helpers/summary.ts';
import {expectFits, keys, mount} from '../mount.ts';
import {filling, found, full, inboxDesk, listedPull, pulls, readInPart} from './desk.ts';

const size = {columns: 80, rows: 24};

async function open(told = full) {
	const desk = inboxDesk(size);
	desk.tell(...told);
	if (told === full) desk.store.dispatch({type: 'ended', trouble: null});
	const {press} = await mount(desk.tree, size);
	return {...desk, press};
}

/** The name in the row with the cursor. */
const selected = (frame: string) => /^> (\S+#\d+)/m.exec(frame)?.[1];

const late = listedPull('acme/api', 500, 'Opened meanwhile', 0);

test('the selection stays on its pull request while the list fills, and when it is read again in another order', async () => {
	const {frame, press, tell, asked, store} = await open([found]);
	await press('jj');
	expect(selected(frame())).toBe('acme/api#398');
	tell({type: 'found', pullRequests: [late], total: 8}, ...filling.slice(1));
	expect(selected(frame())).toBe('acme/api#398');
	await press('r');
	expect(asked.at(-1)).toEqual({type: 'read'});
	tell({type: 'found', pullRequests: [late, ...pulls.slice(0, 2)], total: 8});
	expect(store.state().inbox.rows[0]?.listed).toBe(pulls[0]);
	tell({type: 'found', pullRequests: pulls.slice(2), total: 8}, {type: 'listed', incomplete: []});
	expect(store.state().inbox.rows[0]?.listed).toBe(late);
	expect(selected(frame())).toBe('acme/api#398');
});

test('what is new when the list is read again does not come under the cursor, even if it was never moved', async () => {
	const {frame, press, tell} = await open();
	expect(selected(frame())).toBe('acme/api#412');
	await press('rr');
	tell({type: 'found', pullRequests: [late, ...pulls], total: 8}, {type: 'listed', incomplete: []});
	expect(frame()).toContain('acme/api#500');
	expect(selected(frame())).toBe('acme/api#412');
});

test('what was found before stays in a list that is read again, marked, until each is analyzed', async () => {
	const {frame, press, tell, store} = await open();
	await press('r');
	tell({type: 'found', pullRequests: [late, ...pulls], total: 8}, {type: 'listed', incomplete: []});
	for (const {id} of [late, ...pulls]) tell({type: 'reading', id});
	expect(frame().split('\n')[0]).toContain('17 to apply');
	expect(frame()).toMatch(/acme\/api#500 .*\n +not read yet/);
	expect(frame()).toMatch(
		/> acme\/api#412 .*\n +· 5 to apply, 2 in conflict, 3 need review +8 threads +1 busy +× checks/,
	);
	expect(frame()).toMatch(/acme\/infrastructure-as-code#1204 .*\n +not read yet/);
	expect(frame()).toContain('reading 0 of 8');
	expect(reportInbox(store.state().inbox).pullRequests.map(({summary}) => summary)).toEqual(Array(8).fill(null));
	await press('n');
	expect(selected(frame())).toBe('acme/web-shop#77');
	tell(...full.slice(2));
	expect(frame()).toMatch(/acme\/api#412 .*\n +5 to apply/);
	expect(frame()).not.toContain('not read again');
});

test('a list that cannot be read again stays as it was', async () => {
	const {frame, press, store} = await open();
	await press('r');
	expect(frame()).toContain('listing again');
	store.dispatch({type: 'ended', trouble: {message: 'Network error', remedy: 'Check your connection.'}});
	expect(frame()).toContain('Network error. Check your connection.');
	expect(frame()).toContain('5 to apply, 2 in conflict, 3 need review');
	await press('j');
	expect(frame()).toContain('failed; press r to read again');
	await press('i');
	expect(frame()).toMatch(/what could not be read[\s\S]*Network error. Check your connection./);
	await press(keys.escape);
	await press('r');
	await press('i');
	expect(frame()).not.toContain('Network error');
});

test('n and N go round those that have something to do or could not be read, and tell of the end of the list', async () => {
	const {frame, press} = await open();
	const visited: (string | undefined)[] = [];
	for (const key of ['n', 'n', 'n', 'n', 'N']) {
		await press(key);
		visited.push(selected(frame()));
	}
	const [first, second, failed, sixth] = [412, 77, 1204, 371];
	expect(visited.map(name => Number(name?.split('#')[1]))).toEqual([second, failed, sixth, first, sixth]);
	expect(frame()).toContain('wrapped around the list');
	await press('/docs');
	await press(keys.enter);
	await press('n');
	expect(frame()).toContain('nothing to do in the list');
});

test('what is left in a pull request that was merged meanwhile is not counted', async () => {
	const {frame, press, tell} = await open([found, {type: 'listed', incomplete: []}]);
	const {id} = pulls[0];
	tell(...filling.filter(event => 'id' in event && event.id === id));
	expect(frame()).toContain('5 to apply   ! 5 to decide');
	tell({type: 'read', id, read: {...readInPart([]), state: 'merged'}});
	expect(frame().split('\n')[0]).not.toContain('to decide');
	await press('n');
	expect(frame()).toContain('nothing to do in the list');
});

test('Enter opens the review; when it has ended, its row is read again, and only that one', async () => {
	const {frame, press, asked, store, tell} = await open();
	await press(`j${keys.enter}`);
	expect(asked.at(-1)).toMatchObject({type: 'open', row: {listed: {number: 77}}});
	expect(frame()).toContain('opening acme/web-shop#77');
	await press(keys.enter);
	expect(asked.filter(({type}) => type === 'open')).toHaveLength(1);
	store.dispatch({type: 'shown'});
	store.dispatch({type: 'closed', listed: pulls[1], wasShown: true, trouble: null});
	expect(asked.at(-1)).toEqual({type: 'read-again', listed: pulls[1]});
	store.dispatch({type: 'told-again', events: [{type: 'reading', id: pulls[1].id}]});
	expect(frame()).toMatch(/acme\/web-shop#77 .*\n +· 12 to apply, 1 stale, 40 in words/);
	expect(frame()).toContain('not read again yet; it had 12 to apply');
	const summary = summaryOf({alreadyApplied: 12});
	store.dispatch({type: 'told-again', events: [{type: 'analyzed', id: pulls[1].id, summary}]});
	expect(frame()).toMatch(/> acme\/web-shop#77 .*\n +nothing to do/);
	tell({type: 'wait', reason: 'rate limited', ms: 1000});
	expect(selected(frame())).toBe('acme/web-shop#77');
});

test('once the list is back, the next review can be opened, however long the last one takes to end', async () => {
	const {frame, press, asked, store} = await open();
	await press(keys.enter);
	store.dispatch({type: 'shown'});
	await press(`j${keys.enter}`);
	expect(asked.at(-1)).toMatchObject({type: 'open', row: {listed: {number: 77}}});
	store.dispatch({type: 'closed', listed: pulls[0], wasShown: true, trouble: null});
	expect(frame()).toContain('opening acme/web-shop#77');
});

test('Esc stops opening; what keeps a review from being opened is shown in the list', async () => {
	const {frame, press, asked, store} = await open();
	await press(keys.enter);
	await press(keys.escape);
	expect(asked.at(-1)).toEqual({type: 'cancel', what: 'opening'});
	const trouble = {message: 'The branch is gone.', remedy: 'Reload.'};
	store.dispatch({type: 'closed', listed: pulls[0], wasShown: false, trouble});
	expect(frame()).toContain('The branch is gone. Reload.');
	expect(asked.filter(({type}) => type === 'read-again')).toEqual([]);
	expect(selected(frame())).toBe('acme/api#412');
});

test('the filter looks at names, titles and authors; Esc ends it', async () => {
	const {frame, press} = await open();
	await press('/');
	await press('API rate');
	await press(keys.enter);
	expect(frame()).toContain('pull requests with "API rate"');
	expect(frame()).toContain('1/1');
	expect(frame()).toContain('Esc clear filter');
	await press(keys.escape);
	expect(frame()).toContain('1/7');
	await press('/');
	await press('nothing like it');
	expect(frame()).toContain('no pull request matches the filter; Esc clears it');
	await press(keys.escape);
	expect(frame()).toContain('1/7');
});

test('a failure has its remedy in the detail, and on the page of what could not be read', async () => {
	const {frame, press} = await open();
	await press('jjj');
	expect(frame()).toContain('failed: git fetch failed: the branch was deleted. Read the list again.');
	await press('i');
	expect(frame()).toMatch(/what could not be read[\s\S]*acme\/infrastructure-as-code#1204: git fetch failed/);
});

test('one that was read in part is counted, and named on the page of what could not be read', async () => {
	const {frame, press, tell, store} = await open([found]);
	const {id, name, owner, number} = pulls[0];
	const part = {type: 'read', id, read: readInPart(['GitHub did not send the changed files.'])} as const;
	tell({type: 'listed', incomplete: []}, part, {type: 'analyzed', id, summary: summaryOf({planned: 1})});
	store.dispatch({type: 'ended', trouble: null});
	expect(codeOfInbox(store.state())).toBe(1);
	expect(frame()).toContain('1 pull request read in part (i)');
	await press('i');
	expect(frame()).toContain(`${owner}/${name}#${number}: GitHub did not send the changed files.`);
});

test('what a review has left is not overwritten by what was read of it before', async () => {
	const {frame, press, tell, store} = await open(filling);
	const [{id}, {id: second}] = pulls;
	const analyzed = (planned: number) => ({type: 'analyzed', id, summary: summaryOf({planned})}) as const;
	store.dispatch({type: 'closed', listed: pulls[0], wasShown: true, trouble: null});
	store.dispatch({type: 'told-again', events: [{type: 'reading', id}, analyzed(1)]});
	tell(analyzed(9), {type: 'analyzed', id: second, summary: summaryOf({planned: 7})});
	expect(frame()).toMatch(/acme\/api#412 .*\n +1 to apply/);
	expect(frame()).toMatch(/acme\/web-shop#77 .*\n +7 to apply/);
	await press('r');
	tell({type: 'found', pullRequests: pulls, total: 7}, {type: 'listed', incomplete: []}, analyzed(3));
	expect(frame()).toMatch(/acme\/api#412 .*\n +3 to apply/);
});

test('a click selects a pull request by either of its lines', async () => {
	const {frame, store} = await open();
	store.dispatch({type: 'mouse', mouse: {kind: 'click', column: 10, row: 7}, at: 0});
	expect(selected(frame())).toBe('acme/api#398');
	store.dispatch({type: 'mouse', mouse: {kind: 'wheel-down', column: 10, row: 7}, at: 0});
	expect(selected(frame())).toBe('acme/infrastructure-as-code#1204');
});

test('a click in a list that was scrolled selects what is under it', async () => {
	const {frame, press, store} = await open();
	await press('G');
	expect(store.state().top).toBeGreaterThan(0);
	const [, name] = /^ {2}(\S+#\d+)/.exec(frame().split('\n')[2] ?? '') ?? [];
	store.dispatch({type: 'mouse', mouse: {kind: 'click', column: 10, row: 2}, at: 0});
	expect(selected(frame())).toBe(name);
});

test('Ctrl-C stops the reading, which r begins again; the second one quits', async () => {
	const {frame, press, asked, store} = await open(filling);
	await press('\x03');
	expect(asked.at(-1)).toEqual({type: 'cancel', what: 'reading'});
	store.dispatch({type: 'ended', trouble: stopped});
	expect(frame()).toMatch(/^ stopped$/m);
	await press('k');
	expect(frame()).toContain('stopped; press r to read again');
	await press('\x03\x03');
	expect(asked.at(-1)).toEqual({type: 'quit', isInterrupted: true});
});

test('an empty list does not claim more than what was listed', async () => {
	const {frame, tell} = inboxDesk(size, {isLimited: true});
	tell({type: 'found', pullRequests: [], total: 0}, {type: 'listed', incomplete: []});
	expect(frame()).toContain('no open pull requests of yours match the flags');
});

test('without pull requests it says so, and why it is shown if the review was wanted', async () => {
	const desk = inboxDesk(size, {why: 'This is not a git repository.'});
	const {press} = await mount(desk.tree, size);
	const {frame} = desk;
	expect(desk.store.state().inbox).toBe(initialInbox);
	expect(frame()).toMatch(/This is not a git repository\. +looking for open pull requests/);
	desk.tell({type: 'found', pullRequests: [], total: 0}, {type: 'listed', incomplete: ['GitHub timed out.']});
	desk.store.dispatch({type: 'ended', trouble: null});
	expect(frame()).toContain('no open pull requests that you wrote, review or are assigned to');
	expect(frame()).toMatch(/This is not a git repository\. +the list is not complete \(i\)/);
	await press('j');
	expect(frame()).toContain('the list is not complete (i)');
});

test('if nothing can be listed, the reason and what to do are whole in the place of the list, and left on the terminal', async () => {
	const desk = inboxDesk(size);
	await mount(desk.tree, size);
	const message = 'Cannot reach github.example.com: ENOTFOUND: getaddrinfo ENOTFOUND github.example.com';
	desk.store.dispatch({type: 'ended', trouble: {message, remedy: 'Check the network, GH_HOST or GITHUB_API_URL.'}});
	const list = desk.frame().split('\n').slice(2, -2).join(' ').replace(/\s+/g, ' ');
	expect(list).toContain(`${message}. Check the network, GH_HOST or GITHUB_API_URL.`);
	const left = lostSummary(desk.store.state());
	expect(left.replace(/\n/g, ' ').trim()).toBe(`${message}. Check the network, GH_HOST or GITHUB_API_URL.`);
	expectFits(left, size);
});

test('a remedy names the key of the app that does it', async () => {
	const {frame, press, tell, store} = await open([found, {type: 'listed', incomplete: []}]);
	const refused = new Failure('failed', 'server-error', 'GitHub is down.', advise`${again} later.`);
	const flat = () => frame().replace(/\s+/g, ' ');
	store.dispatch({type: 'closed', listed: pulls[0], wasShown: false, trouble: refused});
	expect(flat()).toContain('GitHub is down. Press Enter later.');
	tell(...pulls.map(({id}) => ({type: 'failed', id, failure: refused}) as const));
	expect(flat()).toContain('failed: GitHub is down. Press r later.');
	store.dispatch({type: 'ended', trouble: refused});
	expect(flat()).not.toContain('Press Enter later.');
	await press('i');
	expect(flat().match(/GitHub is down. Press r later./g)).toHaveLength(2);
	expect(lostSummary(store.state())).toContain('GitHub is down. Run the command again later.');
});

test('what goes wrong with many pull requests for one reason is one entry, with some of their names', async () => {
	const {frame, press, tell} = await open([found, {type: 'listed', incomplete: []}]);
	const failure = new Failure('authentication', 'bad-credentials', 'Authentication failed.', 'Replace the token.');
	tell(...pulls.map(({id}) => ({type: 'failed', id, failure}) as const));
	await press('i');
	const page = frame().replace(/\s+/g, ' ');
	expect(page).toContain(
		'acme/infrastructure-as-code#1204, octo/app#7 and 2 more: Authentication failed. Replace the token.',
	);
	expect(page.match(/Authentication failed/g)).toHaveLength(1);
});

test('a wait for the host is shown for as long as it lasts, while what came before is analyzed', async () => {
	const {frame, press, tell, store} = await open([found, {type: 'listed', incomplete: []}]);
	store.dispatch({type: 'trouble', trouble: {message: 'xdg-open failed', remedy: ''}});
	tell({type: 'wait', reason: 'rate limited', ms: 40_000}, ...filling.slice(2));
	expect(frame()).toMatch(/xdg-open failed +Rate limited; retrying in 40 s/);
	await press('j');
	expect(frame()).toContain('Rate limited; retrying in 40 s');
	tell({type: 'arrived'});
	expect(frame()).toContain('reading 2 of 7');
});

test.each([
	['reading', 0],
	['stopped', 0],
	['read', 1],
	['failed', 1],
] as const)('the exit code of a list that is %s is %i', (stage, exitCode) => {
	const {store, tell} = inboxDesk(size);
	tell(found, {type: 'listed', incomplete: []});
	if (stage === 'stopped') store.dispatch({type: 'ended', trouble: stopped});
	if (stage === 'failed') store.dispatch({type: 'ended', trouble: {message: 'Network error', remedy: ''}});
	if (stage === 'read') {
		tell(...full);
		store.dispatch({type: 'ended', trouble: null});
	}
	expect(store.state().stage).toBe(stage);
	expect(codeOfInbox(store.state())).toBe(exitCode);
});
