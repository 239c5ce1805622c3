import {afterAll, afterEach} from 'vitest';
import {removeFolders} from './folders.ts';
import {runningBelow} from './running-below.ts';

// vitest runs this for each test file, although files share the modules that they import.
afterAll(removeFolders);

// What a test waited for is gone once it has cleaned up.
afterEach(({task}) => {
	if (!task.result?.errors?.some(({message}) => message.includes('timed out'))) return;
	console.error(`Waited for: ${process.getActiveResourcesInfo().join(' ')}\n${runningBelow(process.pid).join('\n')}`);
});
