import {expect, test} from 'vitest';
import {atMost, newWords} from '../../emulators/reviewers/scripts.ts';
import {path, watching} from './watching.ts';

test.each([
	['fails without the changes too', 'false', 'the verification fails without the changes too'],
	['gives no result', 'exit 125', 'the verification came to no result'],
	['fails with every change', '! grep -q version src/list.txt', 'every change breaks the verification'],
])('a command that %s stops the rounds, and nothing is pushed', async (_, command, reason) => {
	const world = await watching([{behavior: atMost(2, newWords(path, 4))}]);
	const before = world.there();
	const {code, report} = await world.watch('--verify', command);
	expect([code, report]).toMatchObject([5, {end: 'stopped', stoppedBy: 'verify', reason}]);
	// What is applied by now, and not pushed, is not done.
	const again = await world.watch('--verify', command);
	expect(again.report.end).not.toBe('clean');
	expect(world.there()).toBe(before);
});
