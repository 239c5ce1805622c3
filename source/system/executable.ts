import {constants} from 'node:fs';
import {access, stat} from 'node:fs/promises';

export async function isExecutable(file: string): Promise<boolean> {
	try {
		await access(file, constants.X_OK);
		return (await stat(file)).isFile();
	} catch {
		return false;
	}
}
