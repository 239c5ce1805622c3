import type {Git} from '../git.ts';

/** Where a remote is pushed to. */
export type PushRemote = {
	name: string;
	/** As configured, and as git uses it (`pushInsteadOf` applied); both may hold a password. */
	urls: readonly string[];
};

/** An HTTP address without the user and password that it may hold; another address, or a name, as it is. */
export const urlWithoutUser = (url: string) => url.replace(/^(https?:\/\/)[^/@]*@/i, '$1');

/** The remotes with their push addresses; a push address of its own hides the one that is fetched from. */
export async function readPushRemotes(git: Git): Promise<PushRemote[]> {
	const [configured, used] = await Promise.all([
		git.run(['config', '-z', '--get-regexp', '^remote\\..*\\.(push)?url$']),
		git.run(['remote', '-v']),
	]);
	const own = new Map<string, {url: string[]; pushurl: string[]}>();
	for (const entry of configured.stdout.toString().split('\0')) {
		const [, name, kind, url] = /^remote\.(.*)\.(pushurl|url)\n(.*)$/s.exec(entry) ?? [];
		if (!name || !kind || !url) continue;
		const known = own.get(name) ?? {url: [], pushurl: []};
		known[kind as 'url' | 'pushurl'].push(url);
		own.set(name, known);
	}
	const rewritten = [...used.stdout.toString().matchAll(/^(.+)\t(.*) \(push\)/gm)];
	return [...own].map(([name, {url, pushurl}]) => ({
		name,
		urls: [...(pushurl.length > 0 ? pushurl : url), ...rewritten.flatMap(([, of, to]) => (of === name ? [to!] : []))],
	}));
}
