/**
 * The changelog in the form of https://keepachangelog.com/en/1.1.0: versions, the latest first, each with its changes by
 * kind, and at the end the addresses of the versions.
 */

const kinds = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
const unreleased = 'Unreleased';
const heading = /^## \[(?<name>[^\]]+)\](?: - (?<date>.*))?$/gm;
const addresses = /\n*(?:\n\[[^\]\n]+\]: \S+)+\n*$/;

type Version = {
	/** `1.2.3`, or `Unreleased` */
	readonly name: string;
	/** As 2026-01-31; null if it has not been released. */
	readonly date: string | null;
	/** Its changes, below the headings of their kinds. */
	readonly changes: string;
};

/** The tag of the sources of a version; `v1.2.3` is the tag of what is built from them. */
export const sourceTag = (version: string): string => `source-v${version}`;

/** The versions, in the order of the changelog. */
export function readVersions(changelog: string): Version[] {
	const text = changelog.replace(addresses, '\n');
	const found = [...text.matchAll(heading)];
	return found.map(({0: line, index, groups}, place) => ({
		name: groups!.name!,
		date: groups!.date ?? null,
		changes: text.slice(index + line.length, found[place + 1]?.index).trim(),
	}));
}

/** A version by its name; undefined if the changelog does not have it. */
export const versionIn = (changelog: string, version: string): Version | undefined =>
	readVersions(changelog).find(({name}) => name === version);

/** A sentence for each thing that is not in that form. */
export function changelogFaults(changelog: string): string[] {
	const [first, ...released] = readVersions(changelog);
	if (first?.name !== unreleased) return [`The first version is not ${unreleased}.`];
	const dates = released.flatMap(({name, date}, index) => [
		...(/^\d{4}-\d\d-\d\d$/.test(date ?? '') ? [] : [`${name} does not have a date such as 2026-01-31.`]),
		...((released[index + 1]?.date ?? '') > (date ?? '') ? [`${name} is older than the version below it.`] : []),
	]);
	const order = [first, ...released].flatMap(({name, changes}) => {
		const titles = [...changes.matchAll(/^#+ (.*)$/gm)].map(([, title]) => title!);
		const inOrder = kinds.filter(kind => titles.includes(kind));
		return `${titles}` === `${inOrder}`
			? []
			: [`The headings of ${name} are not of ${kinds.join(', ')}, in this order.`];
	});
	return [...dates, ...order];
}

/**
 * The changelog with a new version, which gets what is unreleased.
 *
 * @param date as 2026-01-31
 * @param repository its address on GitHub
 * @throws {Error} if it is not in its form, already has the version, or has nothing that is unreleased
 */
export function releaseVersion(changelog: string, version: string, date: string, repository: string): string {
	const [fault] = changelogFaults(changelog);
	if (fault !== undefined) throw new Error(fault);
	if (versionIn(changelog, version)) throw new Error(`It already has the version ${version}.`);
	if (!/^- /m.test(versionIn(changelog, unreleased)!.changes)) throw new Error('Nothing in it is unreleased.');
	const released = changelog
		.replace(addresses, '\n')
		.replace(`## [${unreleased}]`, title => `${title}\n\n## [${version}] - ${date}`);
	return `${released.trimEnd()}\n\n${addressLines(released, repository).join('\n')}\n`;
}

function addressLines(changelog: string, repository: string): string[] {
	const names = readVersions(changelog).map(({name}) => name);
	return names.map((name, index) => {
		const before = names[index + 1];
		const end = name === unreleased ? 'HEAD' : sourceTag(name);
		return `[${name}]: ${repository}/${before === undefined ? `tree/${end}` : `compare/${sourceTag(before)}...${end}`}`;
	});
}
