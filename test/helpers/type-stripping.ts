const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

/** What Node before 22.18 needs in its environment to run TypeScript; vitest sets it for the tests. */
export const typeStripping: Readonly<Record<string, string>> =
	major > 22 || minor >= 18 ? {} : {NODE_OPTIONS: '--experimental-strip-types --disable-warning=ExperimentalWarning'};
