import type {TestProject} from 'vitest/node';
import {corpusFolder, hasCorpus} from './corpus.ts';
import {hasRedis, withRedis} from './has-redis.ts';

let project: TestProject;

export function setup(given: TestProject): void {
	project = given;
}

/** vitest calls it when all tests are done: says why some were skipped. */
export function teardown(): void {
	if (!hasCorpus) {
		console.warn(
			`Skipped: tests on recorded pull requests, which are not part of this project (${corpusFolder} is missing).`,
		);
	}
	if (hasRedis) return;
	const tests = project.vitest.state.getTestModules().flatMap(module => [...module.children.allTests('skipped')]);
	const skipped = tests.filter(({fullName}) => fullName.includes(withRedis));
	if (skipped.length > 0) console.warn(`Skipped: ${skipped.length} tests ${withRedis}, which is not installed.`);
}
