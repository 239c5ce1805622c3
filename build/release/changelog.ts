/** The changelog in the form of https://keepachangelog.com/en/1.1.0. */

/** `## [1.2.3] - 2026-01-31` */
const heading = (version: string) =>
	new RegExp(`^## \\[${version.replaceAll('.', '\\.')}\\](?: - (?<date>\\d{4}-\\d\\d-\\d\\d))?$`, 'm');

/** The date of a version, as 2026-01-31; null if it has not been released. */
export function releaseDate(changelog: string, version: string): string | null {
	return heading(version).exec(changelog)?.groups?.date ?? null;
}
