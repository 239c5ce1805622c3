import type {Author} from './comment.ts';

/** Logins of review bots, in lower case and without `[bot]`, and the short names they go by. */
const bots: Readonly<Record<string, string>> = {
	coderabbitai: 'coderabbit',
	copilot: 'copilot',
	'copilot-pull-request-reviewer': 'copilot',
	'gemini-code-assist': 'gemini-code-assist',
	'greptile-apps': 'greptile',
	'sourcery-ai': 'sourcery',
	cursor: 'cursor-bugbot',
	'chatgpt-codex-connector': 'codex',
	'cubic-dev-ai': 'cubic',
	'qodo-code-review': 'qodo',
	'qodo-merge-pro': 'qodo',
	'qodo-merge': 'qodo',
	'qodo-ai': 'qodo',
	'github-advanced-security': 'codeql',
	claude: 'claude',
};

/** The short name of a bot, its login where it is none of the known ones; null for people. */
export function botName(author: Author | null): string | null {
	if (!author?.isBot) return null;
	return bots[author.login.toLowerCase()] ?? author.login;
}
