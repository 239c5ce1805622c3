import {isKeyOf} from '../system/by-name.ts';
import {systemCode} from '../system/errors.ts';

/** Why a file is not changed: a code for programs, and a reason for people. */
const refusalReasons = {
	'malformed-path': 'git does not allow this path',
	outside: 'the path is outside the working tree',
	'git-folder': 'the path is inside a .git folder',
	missing: 'the file is not in the working tree',
	symlink: 'the path contains a symbolic link',
	submodule: 'the path belongs to a submodule or another repository inside this one',
	'not-a-file': 'the path is not a regular file',
	'too-large': 'the file is larger than 16 MiB',
	binary: 'the file is binary',
	'not-utf-8': 'the file is not valid UTF-8',
	'lfs-pointer': 'the file is a Git LFS pointer without its content',
	'read-only': 'the file is read-only',
	'hard-link': 'the file has other hard links',
	changed: 'the file changed since it was read',
	'no-space': 'no room for the file: disk full, or quota or file-size limit reached',
	'no-permission': 'the system denied permission',
	'io-error': 'the system reported an error',
} as const;

export type RefusalCode = keyof typeof refusalReasons;

export const isRefusalCode = isKeyOf(refusalReasons);

export type Refusal = {kind: 'refused'; code: RefusalCode; reason: string};

export function refuse(code: RefusalCode, reason: string = refusalReasons[code]): Refusal {
	return {kind: 'refused', code, reason};
}

const systemCodes: Readonly<Record<string, RefusalCode>> = {
	ENOENT: 'missing',
	ENOTDIR: 'missing',
	ENAMETOOLONG: 'missing',
	ELOOP: 'symlink',
	EISDIR: 'not-a-file',
	ENOSPC: 'no-space',
	EDQUOT: 'no-space',
	EFBIG: 'no-space',
	EACCES: 'no-permission',
	EPERM: 'no-permission',
	EROFS: 'no-permission',
};

/** The refusal for a failed system call. Throws any other error, because that is a bug. */
export function refusalOf(error: unknown): Refusal {
	const code = systemCode(error);
	if (code === null) throw error;
	const known = systemCodes[code];
	return known ? refuse(known) : refuse('io-error', `the system reported ${code}`);
}
