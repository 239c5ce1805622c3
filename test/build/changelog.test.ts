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

test('a version gets what is unreleased, and all versions their addresses', () => {
	const repository = 'https://github.com/o/n';
	const first = releaseVersion(changelog(fresh), '1.0.0', '2026-01-31', repository);
	const address = `[1.0.0]: ${repository}/tree/source-v1.0.0`;
	expect(first).toBe(
		changelog(
			'## [Unreleased]\n\n## [1.0.0] - 2026-01-31\n\n### Added\n\n- A command.\n',
			`[Unreleased]: ${repository}/compare/source-v1.0.0...HEAD\n${address}\n`,
		),
	);

	const next = first.replace('## [Unreleased]\n', '## [Unreleased]\n\n### Fixed\n\n- A bug.\n');
	const second = releaseVersion(next, '1.0.1', '2026-02-28', repository);
	expect(second.split('\n').filter(line => /^\[.*\]: /.test(line))).toEqual([
		`[Unreleased]: ${repository}/compare/source-v1.0.1...HEAD`,
		`[1.0.1]: ${repository}/compare/source-v1.0.0...source-v1.0.1`,
		address,
	]);
	expect(versionIn(second, '1.0.1')).toEqual({name: '1.0.1', date: '2026-02-28', changes: '### Fixed\n\n- A bug.'});
	expect(versionIn(second, '1.0.0')?.changes).toBe('### Added\n\n- A command.');
	expect(changelogFaults(second)).toEqual([]);
});
