import {systemCode} from '../system/errors.ts';
import {isKeyOf} from '../system/shape.ts';

/** Why a file is left alone: one code for programs, a reason for people that is no sentence, like all reasons. */
const reasons = {
	'malformed-path': 'the path is not one that git would write',
	outside: 'the path leads out of the work tree',
	'git-folder': 'the path leads into a .git folder',
	missing: 'the file is not in the work tree',
	symlink: 'the path holds a symbolic link, and links are not followed',
	submodule: 'the path belongs to a submodule or another repository inside this one',
	'not-a-file': 'the path is not a regular file',
	'too-large': 'the file is larger than 16 MiB',
	binary: 'the file is binary',
	'not-utf-8': 'the file is not valid UTF-8',
	'lfs-pointer': 'the file is a Git LFS pointer; its content is not in the work tree',
	'read-only': 'the file is read-only',
	'hard-link': 'the file has other hard links, which replacing it would split off',
	changed: 'the file was changed by something else meanwhile',
	'no-space': 'there is no room for the file: the disk, a quota or a file-size limit is full',
	'no-permission': 'the system does not permit it',
	'io-error': 'the system reported an error',
} as const;

export type RefusalCode = keyof typeof reasons;

export const isRefusalCode = isKeyOf(reasons);

export type Refusal = {kind: 'refused'; code: RefusalCode; reason: string};

export function refuse(code: RefusalCode, reason: string = reasons[code]): Refusal {
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

/** The refusal that a failed system call amounts to. Throws what is no system error: that is a bug. */
export function refusalOf(error: unknown): Refusal {
	const code = systemCode(error);
	if (code === null) throw error;
	const known = systemCodes[code];
	return known ? refuse(known) : refuse('io-error', `the system reported ${code}`);
}
