/** Formats that are merged by key. `json` allows neither comments nor trailing commas, `jsonc` allows both. */
export type Format = 'json' | 'jsonc' | 'yaml' | 'toml';

/** The first match counts. */
const formatsByName: readonly (readonly [RegExp, Format])[] = [
	[/\.jsonc$/i, 'jsonc'],
	[/(?:^|\/)[tj]sconfig[^/]*\.json$/i, 'jsonc'],
	[/(?<=(?:^|\/)\.(?:vscode|devcontainer)\/.*)\.json$/is, 'jsonc'],
	[/\.json$/i, 'json'],
	[/\.ya?ml$/i, 'yaml'],
	[/\.toml$/i, 'toml'],
];

/** The format of a file by its path; null for any other format. */
export function formatOf(path: string): Format | null {
	return formatsByName.find(([name]) => name.test(path))?.[1] ?? null;
}
