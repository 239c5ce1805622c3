import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {isObject, type JsonObject} from '../../../system/json.ts';
import type {ClientHome} from '../client/home.ts';

/** Of the person's settings those that say what is asked and by which way. */
const kept = ['model', 'proxyUrl', 'proxyKerberosServicePrincipal'];

/**
 * `copilot` keeps every question in its home, runs the hooks there, and has its login in `config.json`, in the system's
 * store of keys or in `gh`; the latter two are found from any home.
 */
export const copilotHome: ClientHome = {
	variable: 'COPILOT_HOME',
	usual: '.copilot',
	async furnish(own) {
		const settings = await settingsIn(join(own, 'settings.json'));
		const carried = Object.entries(settings).filter(([name]) => kept.includes(name));
		return {
			linked: [],
			copied: ['config.json'],
			written: {'settings.json': JSON.stringify({...Object.fromEntries(carried), disableAllHooks: true})},
		};
	},
};

/** None where there is no such file, or nothing in it that can be read. */
async function settingsIn(file: string): Promise<JsonObject> {
	const text = await readFile(file, 'utf8').catch(() => '');
	const {parse} = await import('jsonc-parser');
	const settings: unknown = parse(text);
	return isObject(settings) ? settings : {};
}
