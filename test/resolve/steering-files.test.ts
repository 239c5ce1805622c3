import {expect, test} from 'vitest';
import {steersCommands} from '../../source/resolve/steering-files.ts';

test.each([
	...[
		'package.json',
		'web/package.json',
		'.npmrc',
		'Makefile',
		'rules.mk',
		'CMakeLists.txt',
		'build.gradle.kts',
		'pom.xml',
	],
	...[
		'pyproject.toml',
		'tests/conftest.py',
		'tox.ini',
		'Cargo.toml',
		'build.rs',
		'Gemfile',
		'Rakefile',
		'Dockerfile.dev',
	],
	...['jest.config.mjs', 'vite.config.ts', '.eslintrc.json', '.babelrc', '.mocharc.yml', 'tsconfig.build.json', '.env'],
	...['.husky/pre-commit', '.github/workflows/ci.yml', 'lefthook.yml', '.pre-commit-config.yaml', 'scripts/test.sh'],
])('%s decides what commands run', path => {
	expect(steersCommands(path)).toBe(true);
});

test.each([
	'src/cart.ts',
	'src/package.ts',
	'README.md',
	'test/cart.test.ts',
	'lib/make.py',
	'data/config.json',
	'go.mod',
])('%s does not', path => {
	expect(steersCommands(path)).toBe(false);
});
