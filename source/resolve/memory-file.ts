/** Where a repository keeps what its team has declined for good: `/` separated, from the root. */
export const memoryFile = '.pr-resolve/declined.json';

/** Whether a path is that file on any file system: on some of them, case does not matter. @param path `/` separated */
export const isMemoryFile = (path: string): boolean => path.normalize('NFC').toLowerCase() === memoryFile;
