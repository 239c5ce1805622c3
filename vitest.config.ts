import {defineConfig} from 'vitest/config';

// biome-ignore lint/style/noDefaultExport: vitest reads the default export.
export default defineConfig({
	test: {
		// Most tests wait for children and servers, so no core is kept back.
		maxWorkers: '100%',
		include: ['test/**/*.test.{ts,tsx}'],
		globalSetup: 'test/helpers/note-skipped.ts',
		// No test may need another before it: each run has an order of its own, whose seed it prints. Files share nothing.
		sequence: {shuffle: {tests: true, files: false}},
		// Longer than a test waits for one thing, so that what it waited for is in the message.
		testTimeout: 300_000,
		hookTimeout: 300_000,
		expect: {poll: {timeout: 60_000}},
	},
});
