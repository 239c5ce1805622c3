import {corpusFolder, hasCorpus} from './corpus.ts';

/** Called by vitest when all tests are done: why some of them were skipped. */
export function teardown(): void {
	if (hasCorpus) return;
	console.warn(
		`Skipped: tests on recorded pull requests, which are not part of this project (${corpusFolder} is missing).`,
	);
}
