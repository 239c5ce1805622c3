import type {Git} from '../git.ts';

/** Where a remote leads. Addresses are as configured, and as git uses them; both may hold a password. */
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

export async function readRemotes(git: Git): Promise<KnownRemote[]> {
	const [configured, used, mirrors] = await Promise.all([
		git.run(['config', '-z', '--get-regexp', '^remote\\..*\\.(push)?url$']),
		git.run(['remote', '-v']),
		git.run(['config', '-z', '--type=bool', '--get-regexp', '^remote\\..*\\.mirror$']),
	]);
	const own = new Map<string, {url: string[]; pushurl: string[]}>();
	for (const entry of configured.stdout.toString().split('\0')) {
		const [, name, kind, url] = /^remote\.(.*)\.(pushurl|url)\n(.*)$/s.exec(entry) ?? [];
		if (!name || !kind || !url) continue;
		const known = own.get(name) ?? {url: [], pushurl: []};
		known[kind as 'url' | 'pushurl'].push(url);
		own.set(name, known);
	}
	const rewritten = [...used.stdout.toString().matchAll(/^(.+)\t(.*) \((push|fetch)\)/gm)];
	const usedBy = (name: string, way: 'push' | 'fetch') =>
		rewritten.flatMap(([, of, to = '', kind]) => (of === name && kind === way ? [to] : []));
	const isMirror = new Map(
		[...mirrors.stdout.toString().matchAll(/(?:^|\0)remote\.(.*?)\.mirror\n(\w+)/gs)].map(([, name = '', value]) => [
			name,
			value === 'true',
		]),
	);
	return [...own].map(([name, {url, pushurl}]) => ({
		name,
		fetched: [...url, ...usedBy(name, 'fetch')],
		pushed: [...(pushurl.length > 0 ? pushurl : url), ...usedBy(name, 'push')],
		isMirror: isMirror.get(name) === true,
	}));
}
