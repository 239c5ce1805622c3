import type {Git} from './git.ts';
import {type GitSetting, isOn, readSettings} from './settings.ts';

/** Where a remote leads. Addresses are as git uses them, then as configured; both may hold a password. */
export type KnownRemote = {
	name: string;
	/** What is fetched from (`insteadOf` applied). */
	fetched: readonly string[];
	/** What is pushed to (`pushInsteadOf` applied); a push address of its own hides the one that is fetched from. */
	pushed: readonly string[];
	/** Whether a push to it mirrors all refs, so that git refuses to push a single one (`remote.<name>.mirror`, git-config). */
	isMirror: boolean;
};

/** An HTTP address without the user and password that it may hold; another address, or a name, as it is. */
export const urlWithoutUser = (url: string) => url.replace(/^(https?:\/\/)[^/@]*@/i, '$1');

/** The names of the settings that tell where remotes lead. */
export const remotePattern = '^(remote\\..*\\.((push)?url|mirror)|url\\..*\\.(push)?insteadof)$';

export const readRemotes = async (git: Git): Promise<KnownRemote[]> =>
	remotesIn(await readSettings(git, remotePattern));

/**
 * The remotes in the order of their settings: of several that fit, the first one is used.
 * @param settings those of `remotePattern`, and maybe others
 */
export function remotesIn(settings: readonly GitSetting[]): KnownRemote[] {
	const find = (name: RegExp) =>
		settings.flatMap(
			([setting, value]) =>
				name
					.exec(setting)
					?.slice(1)
					.map(of => ({of, value})) ?? [],
		);
	/** What git makes of an address by the longest beginning that it knows; null if it knows none. */
	const rewriting = (name: RegExp) => {
		const rules = find(name).toSorted((one, other) => other.value.length - one.value.length);
		return (url: string) => {
			const rule = rules.find(({value}) => url.startsWith(value));
			return rule ? rule.of + url.slice(rule.value.length) : null;
		};
	};
	const [rewrite, rewritePush] = [rewriting(/^url\.(.*)\.insteadof$/s), rewriting(/^url\.(.*)\.pushinsteadof$/s)];
	const [urls, pushUrls] = [find(/^remote\.(.+)\.url$/s), find(/^remote\.(.+)\.pushurl$/s)];
	const mirrors = find(/^remote\.(.+)\.mirror$/s);
	return [...new Set([...urls, ...pushUrls].map(({of}) => of))].map(name => {
		const valuesOf = (all: typeof urls) => all.flatMap(({of, value}) => (of === name && value ? [value] : []));
		const [own, ownPush] = [valuesOf(urls), valuesOf(pushUrls)];
		const used = (all: readonly string[]) => all.map(url => rewrite(url) ?? url);
		const pushed = ownPush.length > 0 ? ownPush : own;
		const rewritten = ownPush.length > 0 ? [] : own.flatMap(url => rewritePush(url) ?? []);
		return {
			name,
			fetched: [...used(own), ...own],
			pushed: [...(rewritten.length > 0 ? rewritten : used(pushed)), ...pushed],
			isMirror: isOn(mirrors.findLast(({of}) => of === name)?.value),
		};
	});
}
