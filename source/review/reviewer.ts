import type {Author} from './comment.ts';
import {dialectOfLogin} from './dialects/registry.ts';

/** The short name of a known bot, the login of any other bot; null for people. */
export function botName(author: Author | null): string | null {
	if (!author?.isBot) return null;
	return dialectOfLogin(author.login)?.name ?? author.login;
}

/** The short name of a bot, the login of a person; GitHub's `ghost` for a deleted account. */
export const reviewerName = (author: Author | null): string => (author ? (botName(author) ?? author.login) : 'ghost');
