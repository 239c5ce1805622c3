import {spec as anthropic} from './anthropic/spec.ts';
import {spec as claude} from './claude/spec.ts';
import {spec as codex} from './codex/spec.ts';
import {spec as ollama} from './ollama/spec.ts';
import {spec as openai} from './openai/spec.ts';
import type {ProviderId} from './provider.ts';
import type {ProviderSpec} from './spec.ts';

/** All providers, in the order of every list. */
export const providers: readonly ProviderSpec[] = [ollama, claude, codex, openai, anthropic];

/** @throws {Error} for an unknown id */
export function specOf(id: ProviderId): ProviderSpec {
	const spec = providers.find(each => each.id === id);
	if (!spec) throw new Error(`There is no provider ${id}`);
	return spec;
}

/** The provider whose keys or logins begin like this one; null if there is none. */
export function ownerOfKey(key: string): ProviderSpec | null {
	const beginningOf = (spec: ProviderSpec) => spec.key?.begins ?? spec.loginBegins ?? '';
	const fitting = providers.filter(spec => beginningOf(spec) !== '' && key.startsWith(beginningOf(spec)));
	const [longest] = fitting.toSorted((one, other) => beginningOf(other).length - beginningOf(one).length);
	return longest ?? null;
}
