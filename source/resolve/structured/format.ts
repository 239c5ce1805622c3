/** The formats whose files are merged by key. `json` has neither comments nor trailing commas, `jsonc` has both. */
export type Format = 'json' | 'jsonc' | 'yaml' | 'toml';

/** The first that matches counts. */
const names: readonly (readonly [RegExp, Format])[] = [
	[/\.jsonc$/i, 'jsonc'],
	[/(?:^|\/)[tj]sconfig[^/]*\.json$/i, 'jsonc'],
	[/(?<=(?:^|\/)\.(?:vscode|devcontainer)\/.*)\.json$/is, 'jsonc'],
	[/\.json$/i, 'json'],
	[/\.ya?ml$/i, 'yaml'],
	[/\.toml$/i, 'toml'],
];

/** The format of a file by its path; null where it is none of them. */
export function formatOf(path: string): Format | null {
	return names.find(([name]) => name.test(path))?.[1] ?? null;
}
