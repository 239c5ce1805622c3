import {expect, test} from 'vitest';
import type {Halt} from '../../../source/resolve/brakes/apply-brakes.ts';
import {nextStep, type WatchLimits, type WatchLook} from '../../../source/run/watch/next-step.ts';

const limits: WatchLimits = {maxRounds: 3, everyMs: 60_000, quietMs: 120_000, forMs: 3_600_000, isOnce: false};
const now = 10_000_000;
const later = now + limits.forMs;

const wait = (brake: Halt['brake']): Halt => ({kind: 'wait', brake, reason: 'nothing to do', until: null});
const busy = (until: number | null = null): WatchLook['busy'] => [
	{login: 'rabbit', state: until === null ? 'stale' : 'rate-limited', detail: '', until},
];
const look = (fields: Partial<WatchLook>): WatchLook => ({
	...{now, head: 'abcdef0123', halt: null, busy: [], lastActivity: now - 1000},
	...fields,
});

test.each([
	['no brake', {}, {kind: 'round'}],
	['no brake, after the time is over', {now: later + 1}, {kind: 'stop', halt: {brake: null}}],
	[
		'not quiet yet: until it is',
		{halt: wait('same-head'), lastActivity: now - 90_000},
		{kind: 'wait', until: now + 30_000},
	],
	['a comment just now: until the next look', {halt: wait('same-head')}, {kind: 'wait', until: now + 60_000}],
	['quiet', {halt: wait('same-head'), lastActivity: now - 120_000}, {kind: 'settle', doubt: null}],
	[
		'quiet, but a reviewer is busy',
		{halt: wait('same-head'), lastActivity: 0, busy: busy()},
		{kind: 'wait', until: now + 60_000, reason: 'rabbit has not looked at abcdef0', reviewUntil: null},
	],
	[
		'the time of a limited reviewer',
		{halt: wait('reviewer-busy'), busy: busy(now + 1_620_000)},
		{kind: 'wait', until: now + 60_000, reason: 'rabbit is rate limited', reviewUntil: now + 1_620_000},
	],
	[
		'the time is over before the reviewer looked',
		{now: later, halt: wait('reviewer-busy'), busy: busy()},
		{kind: 'settle', doubt: 'rabbit has not looked at abcdef0'},
	],
	[
		'the time is over before it was quiet',
		{now: later, halt: wait('same-head'), lastActivity: later},
		{kind: 'settle', doubt: 'the last comment or push is less than 120 s old'},
	],
	[
		'a comment from a clock ahead of ours',
		{halt: wait('same-head'), lastActivity: now + 1e9},
		{kind: 'wait', until: now + 60_000},
	],
] as const)('%s', (_, fields, step) => {
	expect(nextStep(look(fields as Partial<WatchLook>), limits, later)).toMatchObject(step);
});

test('no wait is longer than the time left, and none is shorter than a second', () => {
	expect(nextStep(look({halt: wait('same-head')}), limits, now + 5000)).toMatchObject({until: now + 5000});
	const almost = look({halt: wait('same-head'), lastActivity: now - limits.quietMs + 1});
	expect(nextStep(almost, limits, later)).toMatchObject({kind: 'wait', until: now + 1000});
});

test('once: what would wait ends it, or goes on with what can be done', () => {
	const once = {...limits, isOnce: true};
	expect(nextStep(look({halt: wait('same-head'), busy: busy()}), once, later)).toEqual({kind: 'settle', doubt: null});
	expect(nextStep(look({halt: wait('reviewer-busy'), busy: busy()}), once, later)).toEqual({kind: 'round'});
	const stop = {kind: 'stop', brake: 'rounds', reason: '', remedy: ''} as const;
	expect(nextStep(look({halt: stop}), once, later)).toEqual({kind: 'stop', halt: stop});
});
