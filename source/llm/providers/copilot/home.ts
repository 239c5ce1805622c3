import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {isObject, type JsonObject} from '../../../system/json.ts';
import type {ClientHome} from '../client/home.ts';

/** The user's settings for model and network. */
const kept = ['model', 'proxyUrl', 'proxyKerberosServicePrincipal'];

/**
 * `copilot` stores every question in its home and runs the hooks there. Its login is in `config.json`, in the system's key
 * store or in `gh`; it finds the last two from any home.
 */
export const copilotHome: ClientHome = {
	variable: 'COPILOT_HOME',
	usual: '.copilot',
	async furnish(own) {
		const settings = await readHomeSettings(join(own, 'settings.json'));
		const carried = Object.entries(settings).filter(([name]) => kept.includes(name));
		return {
			linked: [],
			copied: ['config.json'],
			written: {'settings.json': JSON.stringify({...Object.fromEntries(carried), disableAllHooks: true})},
		};
	},
};

/** None if there is no such file or it cannot be read. */
async function readHomeSettings(file: string): Promise<JsonObject> {
	const text = await readFile(file, 'utf8').catch(() => '');
	const {parse} = await import('jsonc-parser');
	const settings: unknown = parse(text);
	return isObject(settings) ? settings : {};
}
