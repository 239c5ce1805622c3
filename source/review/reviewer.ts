import type {Author} from './comment.ts';
import {dialectOfLogin} from './dialects/registry.ts';

/** The short name of a known bot, the login of any other bot; null for people. */
export function botName(author: Author | null): string | null {
	if (!author?.isBot) return null;
	return dialectOfLogin(author.login)?.name ?? author.login;
}

/** The short name of a bot, the login of a person; GitHub's `ghost` for a deleted account. */
export const reviewerName = (author: Author | null): string => (author ? (botName(author) ?? author.login) : 'ghost');

/** As names of accounts are compared, with or without `[bot]`. */
export const nameOf = (login: string): string => login.replace(/\[bot\]$/, '').toLowerCase();

/** All names of an author; the one that every bot has is `[bot]`. */
export const namesOf = (author: Author | null): string[] =>
	[author?.login, botName(author), author?.isBot ? '[bot]' : null].flatMap(name => (name == null ? [] : nameOf(name)));
