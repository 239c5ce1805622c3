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
	...['tools/hooks/pre-commit', 'hooks/commit-msg', 'git/prepare-commit-msg', 'pre-push', 'ci/post-merge'],
	...['.husky/pre-commit', '.github/workflows/ci.yml', 'lefthook.yml', '.pre-commit-config.yaml', 'scripts/test.sh'],
	...['gradle/wrapper/gradle-wrapper.properties', 'gradle/wrapper/gradle-wrapper.jar', 'gradle/libs.versions.toml'],
	...['rust-toolchain', 'rust-toolchain.toml', '.pnp.cjs', '.yarn/releases/yarn-4.5.0.cjs', 'addon/binding.gyp'],
	...['yarn.lock', 'pnpm-lock.yaml', 'bun.lockb', 'Cargo.lock', 'nx.json', 'turbo.json', 'libs/a/project.json'],
	...['phpunit.xml', 'phpunit.xml.dist', '.rspec', 'configure', 'configure.ac', 'SConstruct', 'flake.nix'],
	...['sitecustomize.py', 'vendor/hook.pth', 'tasks.py', 'buildSrc/src/Plugin.kt'],
	...[
		'jest.setup.js',
		'vitest.setup.ts',
		'src/setupTests.ts',
		'test/setup-env.mjs',
		'globalSetup.ts',
		'test/global-teardown.ts',
	],
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
	'src/setup.ts',
	'src/configure.ts',
	'src/lock.ts',
	'src/hooks/pre-commit.ts',
	'docs/commit-msg.md',
	'lib/tasks.ts',
])('%s does not', path => {
	expect(steersCommands(path)).toBe(false);
});
