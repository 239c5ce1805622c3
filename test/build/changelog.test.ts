import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {changelogFaults, releaseVersion, versionIn} from '../../build/release/changelog.ts';

const preamble = '# Changelog\n\nThe format follows Keep a Changelog.\n';
const changelog = (...sections: string[]) => `${[preamble, ...sections].join('\n')}`;
const fresh = '## [Unreleased]\n\n### Added\n\n- A command.\n';

test('the changelog of this project has the form of Keep a Changelog', () => {
	expect(changelogFaults(readFileSync(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8'))).toEqual([]);
});

test.each([
	['a version above Unreleased', '## [1.0.0] - 2026-01-31\n\n### Fixed\n\n- A bug.\n', 'The first version'],
	['no date', `${fresh}\n## [1.0.0]\n\n### Fixed\n\n- A bug.\n`, '1.0.0 does not have a date'],
	['another date', `${fresh}\n## [1.0.0] - January 31\n\n### Fixed\n\n- A bug.\n`, '1.0.0 does not have a date'],
	['another heading', `${fresh}\n### Improved\n\n- Speed.\n`, 'The headings of Unreleased'],
	['a heading twice', `${fresh}\n### Added\n\n- A flag.\n`, 'The headings of Unreleased'],
	[
		'another order',
		'## [Unreleased]\n\n### Fixed\n\n- A bug.\n\n### Added\n\n- A flag.\n',
		'The headings of Unreleased',
	],
	['old before new', `${fresh}\n## [1.0.0] - 2026-01-31\n\n## [1.1.0] - 2026-02-28\n`, '1.0.0 is older'],
])('%s is a fault', (_, sections, fault) => {
	expect(changelogFaults(changelog(sections))).toEqual([expect.stringContaining(fault)]);
});

test('a version gets what is unreleased, and its address if the project has one', () => {
	const first = releaseVersion(changelog(fresh), '1.0.0', '2026-01-31', null);
	expect(first).toBe(changelog('## [Unreleased]\n\n## [1.0.0] - 2026-01-31\n\n### Added\n\n- A command.\n'));
	expect(versionIn(first, '1.0.0')).toEqual({name: '1.0.0', date: '2026-01-31', changes: '### Added\n\n- A command.'});

	const next = first.replace('## [Unreleased]\n', '## [Unreleased]\n\n### Fixed\n\n- A bug.\n');
	const second = releaseVersion(next, '1.0.1', '2026-02-28', 'https://github.com/o/n');
	const addresses = [
		'[Unreleased]: https://github.com/o/n/compare/source-v1.0.1...HEAD',
		'[1.0.1]: https://github.com/o/n/compare/source-v1.0.0...source-v1.0.1',
		'[1.0.0]: https://github.com/o/n/tree/source-v1.0.0',
	];
	expect(second.endsWith(`- A command.\n\n${addresses.join('\n')}\n`)).toBe(true);
	expect(versionIn(second, '1.0.0')?.changes).toBe('### Added\n\n- A command.');

	const third = second.replace('## [Unreleased]\n', '## [Unreleased]\n\n### Security\n\n- A hole.\n');
	const last = releaseVersion(third, '2.0.0', '2026-03-31', 'https://github.com/o/n');
	expect(last.split('\n').filter(line => /^\[.*\]: /.test(line))).toEqual([
		'[Unreleased]: https://github.com/o/n/compare/source-v2.0.0...HEAD',
		'[2.0.0]: https://github.com/o/n/compare/source-v1.0.1...source-v2.0.0',
		...addresses.slice(1),
	]);
	expect(changelogFaults(last)).toEqual([]);
});
