import {expect, test} from 'vitest';
import {outputLines} from '../../source/text/program-output.ts';

test.each([
	['one\ntwo\n', ['one', 'two']],
	['\u001b[32mPASS\u001b[39m a.test.ts', ['PASS a.test.ts']],
	['10%\r50%\r100%\ndone\n\n', ['100%', 'done']],
	['with\r\nline ends of Windows\r\n', ['with', 'line ends of Windows']],
	['\u001b[2Jcleared', ['\u001b[2Jcleared']],
])('%j is shown as %j', (text, lines) => {
	expect(outputLines(text)).toEqual(lines);
});
