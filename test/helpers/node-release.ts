const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

/** Whether the tests run on a release of Node 22 before 22.`first`. */
export const isNode22Before = (first: number): boolean => major === 22 && minor < first;
