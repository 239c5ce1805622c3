/** A name as a server gives it, whatever it holds, as one folder that is neither hidden nor `.` or `..`. */
export const folderName = (name: string) =>
	name === ''
		? '%'
		: name.toWellFormed().replace(/^\.|[^a-z0-9._-]/gu, one => encodeURIComponent(one).replace('.', '%2E'));

/** Null if no name has this folder. */
export function nameOfFolder(folder: string): string | null {
	try {
		const name = decodeURIComponent(folder);
		return folderName(name) === folder ? name : null;
	} catch {
		return null;
	}
}
