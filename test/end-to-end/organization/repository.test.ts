import {expect, test} from 'vitest';
import {commentEvent} from '../action/acting.ts';
import {acme} from './acme.ts';

const file = 'repository-caller.yml';
const pulls = [{repository: 'web', number: 7}];

test('a repository that calls the workflow applies on a comment, with a token for itself', async () => {
	const {runFor, asked, lineIn} = await acme({pulls});
	const ran = await runFor(file, 'acme/web', {event: commentEvent({login: 'author'})});
	expect(ran.map(({code, outputs}) => [code, outputs.outcome, outputs.applied])).toEqual([[0, 'clean', '1']]);
	expect(lineIn('web', 'change-7')).toBe('item two');
	expect(asked).toEqual([
		{
			'client-id': 'Iv23li',
			'private-key': 'key',
			'permission-contents': 'write',
			'permission-pull-requests': 'write',
		},
	]);
});

test('after the review of a bot, too', async () => {
	const {runFor, lineIn} = await acme({pulls});
	const payload = {
		action: 'submitted',
		review: {user: {type: 'Bot'}},
		pull_request: {number: 7, head: {repo: {full_name: 'acme/web'}}},
	};
	const ran = await runFor(file, 'acme/web', {event: {name: 'pull_request_review', payload}});
	expect([ran.map(({code}) => code), lineIn('web', 'change-7')]).toEqual([[0], 'item two']);
});

test('the variable stops it, and other comments start nothing', async () => {
	const {runFor, host} = await acme({pulls});
	const event = commentEvent({login: 'author'});
	const stopped = await runFor(file, 'acme/web', {event, vars: {PR_RESOLVE_STOP: 'true'}});
	expect(stopped.map(({code, outputs}) => [code, outputs.outcome])).toEqual([[5, 'stopped']]);
	const other = await runFor(file, 'acme/web', {event: commentEvent({login: 'author', body: 'Thanks!'})});
	expect([other, host.writes]).toEqual([[], []]);
});
