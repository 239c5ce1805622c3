import {createElement} from 'react';
import type {ListedPullRequest} from '../../../source/code-host/lists.ts';
import {Failure} from '../../../source/failure.ts';
import type {InboxEvent} from '../../../source/run/inbox/events.ts';
import type {RowRead} from '../../../source/run/inbox/row.ts';
import {usualKeys} from '../../../source/tui/app/keymap.ts';
import {initialApp} from '../../../source/tui/app/state.ts';
import {createStore, type Store} from '../../../source/tui/app/store.ts';
import type {TerminalAction} from '../../../source/tui/app/update.ts';
import {InboxApp} from '../../../source/tui/inbox/app.tsx';
import {keymap} from '../../../source/tui/inbox/commands.ts';
import type {Action, Effect, InboxScreenState} from '../../../source/tui/inbox/state.ts';
import {initialInboxScreen, updateInbox} from '../../../source/tui/inbox/update.ts';
import {symbolsFor} from '../../../source/tui/theme.ts';
import {summaryOf} from '../../helpers/summary.ts';
import {framed} from '../mount.ts';

const now = Date.UTC(2026, 10, 23, 12, 0, 0);

const hoursAgo = (hours: number) => new Date(now - hours * 3_600_000).toISOString();

export function listedPull(repository: string, number: number, title: string, hours: number): ListedPullRequest {
	const [owner, name] = repository.split('/') as [string, string];
	const url = `https://github.com/${repository}/pull/${number}`;
	const times = {createdAt: hoursAgo(hours + 240), updatedAt: hoursAgo(hours)};
	return {id: `PR_${name}${number}`, owner, name, number, url, title, author: 'alice', isDraft: false, ...times};
}

const hostile = 'Fix \u001b[31mcolors\u202e of the title';

export const pulls = [
	listedPull('acme/api', 412, 'Add rate limiting to the public API', 1),
	listedPull('acme/web-shop', 77, 'Move the cart to its own service, with a queue between them', 3),
	{...listedPull('acme/api', 398, 'Retry idempotent requests', 26), isDraft: true},
	listedPull('acme/infrastructure-as-code', 1204, 'Pin the versions of all providers', 30),
	listedPull('octo/app', 7, hostile, 50),
	listedPull('acme/api', 371, '決済APIのタイムアウトを設定可能にする', 100),
	listedPull('acme/docs', 15, 'Describe the limits', 500),
] as const satisfies readonly ListedPullRequest[];

const read = (open: number, more: Partial<RowRead> = {}): RowRead => ({
	state: 'open',
	title: null,
	headRefName: 'feature',
	headRepository: 'acme/api',
	threads: {open, all: open + 5},
	reviewers: [{login: 'coderabbitai', state: 'done', detail: '', since: null}],
	checks: 'passed',
	incomplete: [],
	...more,
});

export const readInPart = (incomplete: readonly string[]) => read(1, {incomplete});

const busy: Partial<RowRead> = {
	reviewers: [
		{login: 'coderabbitai', state: 'running', detail: '', since: null},
		{login: 'copilot-pull-request-reviewer', state: 'done', detail: '', since: null},
	],
	checks: 'failed',
};

const [first, second, third, fourth, fifth, sixth, seventh] = pulls;

export const found: InboxEvent = {type: 'found', pullRequests: pulls, total: pulls.length};

/** What is told until some of them are read. */
export const filling: readonly InboxEvent[] = [
	found,
	{type: 'listed', incomplete: []},
	{type: 'read', id: first.id, read: read(8, busy)},
	{type: 'read', id: second.id, read: read(2, {checks: 'running'})},
	{type: 'read', id: third.id, read: read(1, {checks: null})},
	{type: 'analyzed', id: first.id, summary: summaryOf({planned: 5, conflict: 2, needsPerson: 3, declined: 1})},
	{
		type: 'failed',
		id: fourth.id,
		failure: new Failure('failed', 'fetch-failed', 'git fetch failed: the branch was deleted.', 'Read the list again.'),
	},
];

export const full: readonly InboxEvent[] = [
	...filling,
	{type: 'analyzed', id: second.id, summary: summaryOf({planned: 12, stale: 1, needsModel: 40, notActionable: 3})},
	{type: 'analyzed', id: third.id, summary: summaryOf({alreadyApplied: 4})},
	{type: 'read', id: fifth.id, read: read(0)},
	{type: 'analyzed', id: fifth.id, summary: summaryOf({})},
	{type: 'read', id: sixth.id, read: read(3)},
	{type: 'analyzed', id: sixth.id, summary: summaryOf({needsPerson: 1})},
	{type: 'read', id: seventh.id, read: read(1, {state: 'merged'})},
	{type: 'analyzed', id: seventh.id, summary: summaryOf({failed: 1, planned: 1})},
];

/** The screen in front of a person; the effects that it asks for are written down. */
export function inboxDesk(
	size: {columns: number; rows: number},
	{isUnicode = true, isLimited = false, why = null as string | null} = {},
) {
	const asked: Effect[] = [];
	const store: Store<InboxScreenState, Action | TerminalAction> = createStore<
		InboxScreenState,
		Action | TerminalAction,
		Effect
	>(
		initialInboxScreen(initialApp(size, symbolsFor(isUnicode), usualKeys(keymap)), {banner: null, isLimited, why}),
		updateInbox,
		effect => void asked.push(effect),
	);
	const tell = (...events: readonly InboxEvent[]) => store.dispatch({type: 'told', events});
	/** What the screen shows now, however late it is drawn. */
	const frame = () => framed(InboxApp, store.state(), now);
	return {asked, tell, store, frame, tree: createElement(InboxApp, {store, now: () => now, onReady: () => {}})};
}
