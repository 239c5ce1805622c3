import {expect, test} from 'vitest';
import {nearMiss} from '../../source/settings/near-miss.ts';

const names = ['mode', 'strategy', 'trust', 'trust-author', 'log-level'];

test.each([
	['mdoe', 'mode'],
	['Mode', 'mode'],
	['stratgy', 'strategy'],
	['strat', 'strategy'],
	['tr', null],
	['trust-autor', 'trust-author'],
	['loglevel', 'log-level'],
	['verbose', null],
	['', null],
	['x'.repeat(100_000), null],
])('%.20s is meant to be %s', (word, expected) => {
	expect(nearMiss(word, names)).toBe(expected);
});
