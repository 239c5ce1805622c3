import {createHash} from 'node:crypto';

/** SHA-256 of a value as JSON, in hexadecimal digits. */
export const hashOfJson = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');
