import type {Finding} from '../review/finding.ts';
import type {Policy} from './policy.ts';

export type Trust = Pick<Policy, 'trust' | 'trustAuthors' | 'outward'>;

export function isTrusted(finding: Finding, trust: Trust): boolean {
	const {author, authorAssociation} = finding;
	if (trust.trust === 'anyone' || author?.isBot || isNamed(finding, trust)) return true;
	// A recording without this field is its user's own file: trust it.
	if (!authorAssociation) return true;
	return trust.outward?.needsWriters ? isWriter(finding, trust) : authorAssociation.isRole;
}

/** Whether a person may also change what a command runs: a writer of the repository, or one whom the user trusts by name. */
export const mayEditCommands = (finding: Finding, trust: Trust): boolean =>
	finding.author?.isBot === true || isNamed(finding, trust) || isWriter(finding, trust);

const isNamed = ({author}: Finding, {trustAuthors}: Trust) =>
	author !== null && trustAuthors.some(login => isSameLogin(login, author.login));

function isWriter({author, authorAssociation}: Finding, {outward}: Trust): boolean {
	const writers = outward?.writers ?? null;
	if (writers === null) return authorAssociation?.isRole ?? true;
	return author !== null && writers.some(login => isSameLogin(login, author.login));
}

export const isSameLogin = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

export function explainDistrust({author, authorAssociation}: Finding): string {
	const what = authorAssociation?.isRole ? 'no write access to' : 'no role in';
	if (!author) return `the author has ${what} this repository (allow with --trust anyone)`;
	return `${author.login} has ${what} this repository (allow with --trust-author ${author.login})`;
}
