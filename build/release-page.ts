/**
 * The page of the Action as the README of a release's tree, which has no other pages: its links lead to those of the same version,
 * in the source.
 * @param repository `owner/name`
 */
export function releasePage(page: string, {repository, version}: {repository: string; version: string}): string {
	const docs = `https://github.com/${repository}/blob/source-v${version}/docs/`;
	return page.replace(/\]\((?!#|https?:)([^)\s]+)\)/g, (_, target: string) => `](${new URL(target, docs).href})`);
}
