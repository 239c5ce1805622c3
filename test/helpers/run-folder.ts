import {mkdtempSync, realpathSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {TestProject} from 'vitest/node';

declare module 'vitest' {
	interface ProvidedContext {
		/** The folder of this run. */
		folder: string;
	}
}

/** vitest calls it before all tests, and what it returns after them. */
export function setup({provide}: TestProject): () => void {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pr-resolve-tests-')));
	provide('folder', folder);
	return () => rmSync(folder, {recursive: true, force: true});
}
