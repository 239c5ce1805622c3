import {defineConfig} from 'vitest/config';

// biome-ignore lint/style/noDefaultExport: vitest reads the default export.
export default defineConfig({
	// Most tests wait for children and servers, so no core is kept back.
	test: {maxWorkers: '100%', include: ['test/**/*.test.{ts,tsx}'], testTimeout: 60_000, hookTimeout: 60_000},
});
