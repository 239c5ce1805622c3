import {defineConfig} from 'vitest/config';

// biome-ignore lint/style/noDefaultExport: vitest reads the default export.
export default defineConfig({
	test: {include: ['test/**/*.test.{ts,tsx}'], testTimeout: 60_000, hookTimeout: 60_000},
});
