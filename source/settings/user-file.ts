import {basename, dirname} from 'node:path';
import {Failure} from '../failure.ts';
import {ensureFolder} from '../system/ensure-folder.ts';
import {systemCode} from '../system/errors.ts';
import type {JsonObject} from '../system/json.ts';

/**
 * Changes a JSON file of the user in one step, and makes it readable only by its owner. It may not exist yet.
 * @throws {Failure} failed `not-writable`, `not-json`; their messages contain nothing of its content
 */
export async function rewriteUserFile(path: string, change: (content: JsonObject) => JsonObject): Promise<void> {
	const {default: Conf} = await import('conf');
	try {
		await ensureFolder(dirname(path));
		const file = new Conf<Record<string, unknown>>({
			cwd: dirname(path),
			configName: basename(path, '.json'),
			configFileMode: 0o600,
			accessPropertiesByDotNotation: false,
		});
		file.store = change(file.store);
	} catch (error) {
		// The parser quotes what it cannot read, which may be a secret: drop its message and the cause.
		if (error instanceof SyntaxError) {
			throw new Failure('failed', 'not-json', `${path} is not JSON.`, 'Correct or delete it.');
		}
		const code = systemCode(error);
		if (code === null) throw error;
		const message = `${path} cannot be written: ${code}.`;
		throw new Failure('failed', 'not-writable', message, 'Make the file and its folder writable.');
	}
}
