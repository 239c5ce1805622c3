import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {writeRule} from '../../../source/github/publish/pace.ts';
import {turnsOfMachine} from '../../../source/run/write-limits/turns-of-machine.ts';
import {newFolder} from '../../helpers/folders.ts';

test('writes that find at once that the state folder cannot be used take turns all the same, and one line says it', async () => {
	const home = join(newFolder(), 'state');
	writeFileSync(home, 'a file');
	const lines: string[] = [];
	const log = (level: string, message: string) => lines.push(`${level} ${message}`);
	const turns = turnsOfMachine({env: {XDG_STATE_HOME: home}, now: () => 0, log});
	const {take, refused} = turns.of({host: 'github.com', login: 'octocat'});
	// Which one finds it first, and so takes the first turn, is not fixed.
	const [said, ...taken] = await Promise.all([refused(60_000), take(writeRule), take(writeRule), take(writeRule)]);
	expect([said, ...taken.toSorted((a, b) => a - b)]).toEqual([60_000, 0, 1000, 2000]);
	expect(await refused(0)).toBe(60_000);
	expect(lines).toEqual([expect.stringMatching(/^INFO Only this process counts its writes: .* cannot be used: /)]);
});
