import {expect, test} from 'vitest';
import {openLog} from '../../source/headless/log.ts';
import {makeProgress} from '../../source/headless/progress.ts';
import {outputTo} from '../../source/headless/terminal.ts';

test('a logged wait has a row of its own, and the line below is replaced by what follows', () => {
	let text = '';
	const stderr = outputTo({write: written => (text += written), isTTY: true, columns: 80});
	const {log} = openLog({level: 'WARNING', stderr, file: null, cwd: '/', now: () => 0});
	const progress = makeProgress({stderr, live: true, verbose: false}, log);
	progress.show({type: 'closing-step', step: 'publish'});
	progress.show({type: 'wait', reason: 'shared limit on writes', ms: 93_000});
	progress.show({type: 'publishing', done: 1, of: 2, leftMs: 1000});
	progress.clear();
	const rows = text.split('\n').map(row => row.split('\r\u001b[K').at(-1));
	expect(rows).toEqual(['WARNING Shared limit on writes; retrying in 1 min 33 s', '']);
});
