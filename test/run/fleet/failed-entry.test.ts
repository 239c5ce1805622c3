import {expect, test} from 'vitest';
import type {FoundPull} from '../../../source/code-host/lists.ts';
import {Failure} from '../../../source/failure.ts';
import {failedEntry} from '../../../source/run/fleet/fleet-entry.ts';

const pull: FoundPull = {
	...{host: 'github.com', owner: 'acme', name: 'api', number: 7, id: 'PR_7', title: 'Add a cart', author: 'ann'},
	...{url: 'https://github.com/acme/api/pull/7', state: 'open', headOid: 'a'.repeat(40), threads: 1, others: 0},
	...{createdAt: '2026-11-01T00:00:00Z', updatedAt: '2026-11-02T00:00:00Z'},
	...{isDraft: false, isFork: false, isArchived: false, endedAt: null, changedLines: null},
};

function failed(error: unknown, signal = new AbortController().signal) {
	const logged: string[] = [];
	const entry = failedEntry(pull, error, {signal, log: (_, text) => logged.push(text)});
	return {...entry, logged};
}

test('a limit of the machine has its remedy, and a bug says where to report it', () => {
	const open = failed(
		Object.assign(new Error('EMFILE: too many open files'), {code: 'EMFILE', errno: -24, syscall: 'open'}),
	);
	expect(open.error).toMatchObject({code: 'exhausted', remedy: 'Raise the limit on open files: ulimit -n 1024'});
	const bug = failed(new TypeError('x is not a function'));
	expect(bug.error).toMatchObject({code: 'unexpected', message: 'Unexpected error: x is not a function'});
	expect(bug.error?.remedy).toContain('Please report it');
	expect(bug.logged.join('')).toContain('failed-entry.test.ts');
});

test('after an interruption, that is what failed', () => {
	const controller = new AbortController();
	controller.abort(new Failure('interrupted', 'interrupted', 'Interrupted.', ''));
	const {error, exitCode, logged} = failed(new Error('socket hang up'), controller.signal);
	expect({error: error?.code, exitCode, logged}).toEqual({error: 'interrupted', exitCode: 130, logged: []});
});
