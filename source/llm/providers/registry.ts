import type {ProviderId} from '../../settings/providers.ts';
import type {OpenProvider} from './provider.ts';

/** How each provider is opened; its client is loaded when it is. */
export const registry: Readonly<Record<ProviderId, () => Promise<OpenProvider>>> = {
	local: async () => (await import('./ollama/open.ts')).openOllama,
	'cli-a': async () => (await import('./claude/open.ts')).openClaude,
	'cli-b': async () => (await import('./codex/open.ts')).openCodexOrCopilot,
	'api-a': async () => (await import('./openai/open.ts')).openOpenAI,
	'api-b': async () => (await import('./anthropic/open.ts')).openAnthropic,
};
