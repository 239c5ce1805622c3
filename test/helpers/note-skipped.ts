import {corpusFolder, hasCorpus} from './corpus.ts';

/** vitest calls it when all tests are done: says why some were skipped. */
export function teardown(): void {
	if (hasCorpus) return;
	console.warn(
		`Skipped: tests on recorded pull requests, which are not part of this project (${corpusFolder} is missing).`,
	);
}
