import {defineConfig} from 'vitest/config';

/** Rooms without processes, servers and state of their own: their files share one worker, which loads everything once. */
const shared = ['github', 'headless', 'llm/mask', 'llm/question', 'resolve', 'review', 'settings', 'text'].map(
	room => `test/${room}/**/*.test.{ts,tsx}`,
);

const endToEnd = 'test/end-to-end/**/*.test.ts';

// biome-ignore lint/style/noDefaultExport: vitest reads the default export.
export default defineConfig({
	test: {
		// Most tests wait for children and servers, so no core is kept back.
		maxWorkers: '100%',
		// No test may need another before it: each run has an order of its own, whose seed it prints.
		sequence: {shuffle: {tests: true, files: false}},
		// Longer than a test waits for one thing, so that what it waited for is in the message.
		testTimeout: 300_000,
		hookTimeout: 300_000,
		expect: {poll: {timeout: 60_000}},
		projects: [
			{extends: true, test: {name: 'shared', include: shared, isolate: false}},
			{
				extends: true,
				test: {
					name: 'isolated',
					include: ['test/**/*.test.{ts,tsx}'],
					exclude: [...shared, endToEnd],
					globalSetup: 'test/helpers/note-skipped.ts',
				},
			},
			{extends: true, test: {name: 'end-to-end', include: [endToEnd]}},
		],
	},
});
