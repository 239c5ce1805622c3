import {availableParallelism} from 'node:os';
import process from 'node:process';
import {defineConfig} from 'vitest/config';
import {typeStripping} from './test/helpers/type-stripping.ts';

// The workers inherit it: the C library gives larger blocks back to the system as soon as they are free.
process.env.MALLOC_MMAP_THRESHOLD_ = '262144';

// biome-ignore lint/style/noDefaultExport: vitest reads the default export.
export default defineConfig({
	test: {
		include: ['test/**/*.test.{ts,tsx}'],
		// The files that a worker runs share what they import: loading it takes longer than most tests.
		isolate: false,
		globalSetup: ['test/helpers/node-version.ts', 'test/helpers/run-folder.ts', 'test/helpers/note-skipped.ts'],
		setupFiles: 'test/helpers/each-file.ts',
		env: typeStripping,
		unstubEnvs: true,
		restoreMocks: true,
		// Most tests wait for children and servers: a worker for each core would leave a third of the machine idle.
		maxWorkers: Math.ceil(availableParallelism() * 1.5) + 1,
		// To start a child, Linux copies the page tables of the worker: the less memory it has, the faster.
		execArgv: ['--heap-growing-percent=40', '--max-semi-space-size=8'],
		// No test may need another before it: each run has an order of its own, whose seed it prints.
		sequence: {shuffle: {tests: true, files: false}},
		// Longer than a test waits for one thing, so that what it waited for is in the message.
		testTimeout: 300_000,
		hookTimeout: 300_000,
		expect: {poll: {timeout: 60_000}},
	},
});
