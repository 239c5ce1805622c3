import {expect, test} from 'vitest';
import type {ListEnd} from '../../../source/code-host/lists.ts';
import {exitCodes} from '../../../source/exit-code.ts';
import type {InboxRequest} from '../../../source/run/inbox/events.ts';
import {stopped} from '../../../source/tui/app/effects.ts';
import {inboxEffects} from '../../../source/tui/inbox/inbox-app.ts';
import {requestFor} from '../../helpers/analyze-request.ts';
import {newFolder} from '../../helpers/folders.ts';
import {memoryHost} from '../../helpers/memory-host.ts';
import {policy} from '../../helpers/proposal.ts';
import {eventually} from '../../helpers/wait.ts';
import {workTree} from '../../helpers/work-tree.ts';
import {contextIn} from '../desk.ts';

const nothing: ListEnd = {incomplete: [], unread: []};
const rulesAt = async () => ({...requestFor('none'), policy: policy()});
const request: InboxRequest = {
	filter: {orgs: [], repos: [], authors: [], updatedSince: null},
	rulesAt,
};

test('reading that ends after newer reading has begun does not end that one', async () => {
	const host = memoryHost([], undefined, {});
	const lists: PromiseWithResolvers<ListEnd>[] = [];
	const mine = () => {
		const list = Promise.withResolvers<ListEnd>();
		lists.push(list);
		return list.promise;
	};
	const plain = contextIn(workTree());
	const env = {...plain.env, MEMORY_TOKEN: 'open sesame'};
	const openLists: typeof host.openLists = async (...given) => ({...(await host.openLists(...given)), mine});
	const context = {...plain, env, cwd: newFolder(), codeHost: {...host, openLists}};
	const quit = Promise.withResolvers<void>();
	const hands = {
		give: <Result>(work: () => Promise<Result>) => work(),
		browse: async () => {},
		copy: () => {},
		suspend: async () => {},
		redraw: () => {},
		quit: () => quit.resolve(),
	};
	const run = inboxEffects({request, review: async () => exitCodes.done}, hands, context);
	const told: unknown[] = [];
	const read = () => run({type: 'read'}, action => void told.push(action));
	read();
	await eventually(() => expect(lists).toHaveLength(1));
	read();
	await eventually(() => expect(lists).toHaveLength(2));
	lists[0]!.resolve(nothing);
	run({type: 'quit', isInterrupted: false}, () => {});
	lists[1]!.resolve(nothing);
	await quit.promise;
	expect(told).toEqual([{type: 'ended', trouble: stopped}]);
});
