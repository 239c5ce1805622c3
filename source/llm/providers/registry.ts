import {spec as anthropic} from './anthropic/spec.ts';
import {spec as claude} from './claude/spec.ts';
import {spec as codex} from './codex/spec.ts';
import {spec as ollama} from './ollama/spec.ts';
import {spec as openai} from './openai/spec.ts';
import type {ProviderId} from './provider.ts';
import type {ProviderSpec} from './spec.ts';

/** Every provider, in the order in which they are listed everywhere. */
export const providers: readonly ProviderSpec[] = [ollama, claude, codex, openai, anthropic];

/** @throws {Error} for an id that no row has */
export function specOf(id: ProviderId): ProviderSpec {
	const spec = providers.find(each => each.id === id);
	if (!spec) throw new Error(`There is no provider ${id}`);
	return spec;
}

/** The provider whose keys, or logins, begin like this one; null if none does. */
export function ownerOfKey(key: string): ProviderSpec | null {
	const beginningOf = (spec: ProviderSpec) => spec.key?.begins ?? spec.loginBegins ?? '';
	const fitting = providers.filter(spec => beginningOf(spec) !== '' && key.startsWith(beginningOf(spec)));
	const [longest] = fitting.toSorted((one, other) => beginningOf(other).length - beginningOf(one).length);
	return longest ?? null;
}
