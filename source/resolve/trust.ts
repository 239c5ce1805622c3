import type {Finding} from '../review/finding.ts';
import type {Policy} from './policy.ts';

export type Trust = Pick<Policy, 'trust' | 'trustAuthors'>;

export function isTrusted({author, authorAssociation}: Finding, {trust, trustAuthors}: Trust): boolean {
	// A recording without this field is its user's own file: trust it.
	if (trust === 'anyone' || author?.isBot || !authorAssociation || authorAssociation.isRole) return true;
	return author !== null && trustAuthors.some(login => isSameLogin(login, author.login));
}

export const isSameLogin = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

export function explainDistrust({author}: Finding): string {
	if (!author) return 'the author has no role in this repository (allow with --trust anyone)';
	return `${author.login} has no role in this repository (allow with --trust-author ${author.login})`;
}
