import {expect, test} from 'vitest';
import {alternateScreen, modesOnly} from '../../source/tui/modes-only.ts';

const {enter, leave} = alternateScreen;

test('Ink turns modes on and off, and draws nothing; a screen that is there already is not asked for again', () => {
	const written: string[] = [];
	const stream = {write: (text: string) => void written.push(text)} as unknown as NodeJS.WriteStream;
	const modes = modesOnly(stream, enter);
	for (const text of [enter, '\x1b[?25l', '\n', '\x1b[2K\x1b[1A', 'frame', '\x1b[?2004h', leave, enter])
		modes.write(text);
	expect(written.filter(text => text !== '')).toEqual(['\x1b[?25l', '\x1b[?2004h', leave, enter]);
});
