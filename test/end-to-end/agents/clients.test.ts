import {spawn} from 'node:child_process';
import {createInterface} from 'node:readline';
import {expect, onTestFinished, test} from 'vitest';
import {reviewOf} from '../../helpers/review-of.ts';
import {executable, workTree} from '../../helpers/work-tree.ts';

/** What a client sends first, as `npm run check:agents` records it. */
const codex = [
	{
		...{id: 0, method: 'initialize'},
		params: {
			protocolVersion: '2025-06-18',
			capabilities: {experimental: {'codex/auth-change': {}}, elicitation: {form: {}, url: {}}},
			clientInfo: {name: 'codex-mcp-client', title: 'Codex', version: '0.171.0'},
		},
	},
	{method: 'notifications/initialized'},
	{id: 1, method: 'tools/list', params: {_meta: {progressToken: 0}}},
];

const meta = {
	'io.modelcontextprotocol/protocolVersion': '2026-07-28',
	'io.modelcontextprotocol/clientInfo': {name: 'claude-code', title: 'Claude Code', version: '2.1.332'},
	'io.modelcontextprotocol/clientCapabilities': {roots: {listChanged: true}, elicitation: {form: {}, url: {}}},
};

const claude = [
	{id: 'server-discover-probe-1', method: 'server/discover', params: {_meta: meta}},
	{
		...{id: 'listen:0', method: 'subscriptions/listen'},
		params: {_meta: meta, notifications: {toolsListChanged: true, promptsListChanged: true}},
	},
	{id: 0, method: 'server/discover', params: {_meta: meta}},
	{id: 1, method: 'prompts/list', params: {_meta: meta}},
	{id: 2, method: 'tools/list', params: {_meta: meta}},
];

test.each([
	['codex', codex, 1],
	['claude', claude, 2],
] as const)('%s gets the tools for what it sends first', async (_, messages, list) => {
	const tree = workTree();
	const from = reviewOf(tree).suggest('src/list.txt', 2, ['item two']).save();
	const args = [executable, 'mcp', '--from', from];
	const server = spawn(process.execPath, args, {cwd: tree.root, env: tree.env, stdio: ['pipe', 'pipe', 'ignore']});
	onTestFinished(() => void server.kill());
	for (const message of messages) server.stdin.write(`${JSON.stringify({jsonrpc: '2.0', ...message})}\n`);
	const answers = new Map<unknown, {result?: {tools?: {name: string}[]}; error?: unknown}>();
	for await (const line of createInterface(server.stdout)) {
		const answer: {id?: unknown; result?: {tools?: {name: string}[]}; error?: unknown} = JSON.parse(line);
		if (answer.id !== undefined) answers.set(answer.id, answer);
		if (answer.id === list) break;
	}
	expect(answers.get(list)?.result?.tools?.map(({name}) => name)).toContain('list_findings');
	expect([...answers.values()].flatMap(({error}) => error ?? [])).toEqual([]);
});
