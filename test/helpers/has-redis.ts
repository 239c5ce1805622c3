import {spawnSync} from 'node:child_process';

/** Whether the program is here (Debian package `redis-server`). */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

/** The suites that need it: where it is missing, they are skipped and the end of the run counts their tests. */
export const withRedis = 'with a real redis-server';

/** Whether certificates can be made. */
export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

/** The suites that need one. */
export const withCertificate = 'with a certificate by openssl';

/** The suites that need both. */
export const withTls = `${withRedis} and ${withCertificate}`;
