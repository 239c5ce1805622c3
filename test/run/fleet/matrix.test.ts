import {expect, test} from 'vitest';
import {makeMatrix} from '../../../source/run/fleet/matrix.ts';
import {fleetPull} from './fleet-pull.ts';

test('pull requests of several hosts are in no matrix: its rows have no host', () => {
	const pulls = [fleetPull({number: 1}), fleetPull({number: 2, host: 'ghe.example.com'})];
	expect(() => makeMatrix(pulls, null, pulls)).toThrow('on github.com and ghe.example.com');
	expect(makeMatrix(pulls.slice(0, 1), null, pulls).include).toHaveLength(1);
});
