import {delimiter, dirname} from 'node:path';
import {newFolder} from './folders.ts';
import {typeStripping} from './type-stripping.ts';

/** For an npm without network and without anything of this machine but the Node of the test. */
export const npmEnvironment = (): Record<string, string> => ({
	...typeStripping,
	PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
	HOME: newFolder(),
	GIT_CONFIG_NOSYSTEM: '1',
	npm_config_offline: 'true',
	npm_config_userconfig: '/dev/null',
	npm_config_update_notifier: 'false',
});
