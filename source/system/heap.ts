import {setFlagsFromString} from 'node:v8';

/**
 * Keeps the space of new objects as large as it is. V8 lets it grow to 128 MB before it looks which of them are still
 * used, and reading thousands of comments fills it with garbage.
 */
export const keepNewSpaceSmall = (): void => setFlagsFromString('--semi-space-growth-factor=1');
