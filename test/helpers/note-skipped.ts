import type {TestProject} from 'vitest/node';
import {corpusFolder, hasCorpus} from './corpus.ts';
import {hasOpenssl, hasRedis, withCertificate, withRedis} from './has-redis.ts';

let project: TestProject;

export function setup(given: TestProject): void {
	project = given;
}

/** vitest calls it when all tests are done: says which were skipped and why. The last line counts them. */
export function teardown(): void {
	if (!hasCorpus) {
		console.warn(
			`Skipped: tests on recorded pull requests, which are not part of this project (${corpusFolder} is missing).`,
		);
	}
	const suites = [...(hasRedis ? [] : [withRedis]), ...(hasOpenssl ? [] : [withCertificate])];
	const missing = [...(hasRedis ? [] : ['redis-server']), ...(hasOpenssl ? [] : ['openssl'])];
	if (missing.length === 0) return;
	const tests = project.vitest.state.getTestModules().flatMap(module => [...module.children.allTests('skipped')]);
	const skipped = tests.filter(({fullName}) => suites.some(suite => fullName.includes(suite)));
	if (skipped.length === 0) return;
	for (const {module, fullName} of skipped) console.warn(`Skipped: ${module.relativeModuleId} > ${fullName}`);
	console.warn(`Skipped: ${skipped.length} tests ${suites.join(' or ')} (not installed: ${missing.join(', ')}).`);
}
