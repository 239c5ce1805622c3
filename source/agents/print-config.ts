/** A client of the Model Context Protocol, and where its form is from. */
type Client = {
	/** What it is called. */
	title: string;
	/** Where the snippet goes. */
	where: string;
	snippet: string;
	/** What it does with calls that wait for a yes, and how long it waits for an answer. */
	notes: string;
	/** The page that fixes the form. */
	source: string;
};

const json = (value: object) => JSON.stringify(value, null, 2);

const started = {command: 'pr-resolve', args: ['mcp']};

/** What the program needs of an environment that a client does not hand on by itself: the token, the host, the way there, and git's. */
const variables = [
	...['GITHUB_PERSONAL_ACCESS_TOKEN', 'GITHUB_TOKEN', 'GH_TOKEN', 'GH_HOST', 'GITHUB_API_URL'],
	...['HTTPS_PROXY', 'NO_PROXY', 'SSH_AUTH_SOCK'],
];

/** One row for each client. */
const clients = {
	claude: {
		title: 'Claude Code',
		where: '.mcp.json in the root of the repository, or run: claude mcp add pr-resolve -- pr-resolve mcp',
		snippet: json({mcpServers: {'pr-resolve': {type: 'stdio', ...started, timeout: 120_000}}}),
		notes:
			'It asks before each tool; to allow the reading ones, add mcp__pr-resolve__list_findings and the like to permissions.allow.',
		source: 'https://code.claude.com/docs/en/mcp',
	},
	codex: {
		title: 'Codex',
		where: '~/.codex/config.toml',
		snippet: [
			'[mcp_servers.pr-resolve]',
			'command = "pr-resolve"',
			'args = ["mcp"]',
			`env_vars = ${JSON.stringify(variables)}`,
			'startup_timeout_sec = 20',
			'tool_timeout_sec = 120',
		].join('\n'),
		notes:
			'In its scripted mode it runs, without confirmation, only tools that are read-only, or neither destructive nor open-world. It hands on no variable but those of env_vars, such as a token.',
		source: 'https://developers.openai.com/codex/mcp',
	},
	copilot: {
		title: 'GitHub Copilot CLI',
		where: '~/.copilot/mcp-config.json',
		snippet: json({mcpServers: {'pr-resolve': {type: 'local', ...started, tools: ['*'], timeout: 120_000}}}),
		notes: 'It asks before each tool; --allow-tool "pr-resolve(list_findings)" allows one.',
		source: 'https://docs.github.com/en/copilot/how-tos/use-copilot-agents/use-copilot-cli',
	},
	cursor: {
		title: 'Cursor',
		where: '.cursor/mcp.json in the root of the repository, or ~/.cursor/mcp.json',
		snippet: json({mcpServers: {'pr-resolve': started}}),
		notes: 'It asks before each tool, unless auto-run is on; the time limit is its own.',
		source: 'https://cursor.com/docs/context/mcp',
	},
	vscode: {
		title: 'VS Code',
		where: '.vscode/mcp.json in the root of the repository',
		snippet: json({servers: {'pr-resolve': {type: 'stdio', ...started}}}),
		notes: 'It asks before each tool that is not read-only; the time limit is its own.',
		source: 'https://code.visualstudio.com/docs/copilot/chat/mcp-servers',
	},
} as const satisfies Record<string, Client>;

export type ClientName = keyof typeof clients;

export const clientNames = ['claude', 'codex', 'copilot', 'cursor', 'vscode'] as const satisfies readonly ClientName[];

/** How to add the server to a client. */
export function printConfigOf(name: ClientName): string {
	const {title, where, snippet, notes, source} = clients[name];
	return `# ${title}: ${where}\n${snippet}\n\n# ${notes}\n# ${source}\n`;
}
