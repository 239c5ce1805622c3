/** Names of files that decide what the tools of a project run: scripts, builds, tests, hooks. Case does not matter. */
const names: readonly RegExp[] = [
	// Package managers run scripts of their own accord, and from addresses that these name.
	/^(?:package(?:-lock)?\.json|\.npmrc|\.yarnrc(?:\.ya?ml)?|\.pnpmfile\.c?js|pnpm-workspace\.yaml|deno\.jsonc?|bunfig\.toml)$/,
	/^(?:pyproject\.toml|setup\.(?:py|cfg)|tox\.ini|noxfile\.py|conftest\.py|pytest\.ini|pipfile|requirements.*\.txt|\.pypirc|pip\.conf)$/,
	/^(?:cargo\.toml|build\.rs|gemfile|rakefile|.*\.gemspec|composer\.json|mix\.exs|go\.work|build\.sbt|package\.swift)$/,
	/^(?:(?:gnu)?makefile|.*\.mk|cmakelists\.txt|.*\.cmake|meson\.build|ninja\.build|justfile|taskfile\.ya?ml|jenkinsfile|(?:docker|container)file.*)$/,
	/^(?:pom\.xml|build\.xml|.*\.gradle(?:\.kts)?|gradle\.properties|gradlew(?:\.bat)?|mvnw(?:\.cmd)?|.*\.(?:cs|fs|vb)proj|directory\.build\.\w+|build(?:\.bazel)?|workspace(?:\.bazel)?|.*\.bzl)$/,
	/^.*(?:\.config|rc)\.(?:[cm]?[jt]s|json|ya?ml)$/,
	/^(?:\..*rc|tsconfig.*\.json|karma\.conf\.\w+|gulpfile\..*|gruntfile\..*|\.env.*|\.envrc|\.tool-versions|\.node-version)$/,
	// Versions and addresses of what is installed, and the tools themselves.
	/^(?:.*\.lockb?|pnpm-lock\.yaml|npm-shrinkwrap\.json|gradle-wrapper\..*|libs\.versions\.toml|rust-toolchain(?:\.toml)?|\.pnp\..*|.*\.gypi?|.*\.nix)$/,
	/^(?:(?:nx|turbo|project|lerna|rush|angular|workspace)\.json|phpunit\.xml.*|phpstan\.neon.*|\.rspec|configure(?:\.ac|\.in)?|scons(?:truct|cript)|wscript|module\.bazel)$/,
	/^(?:(?:site|user)customize\.py|.*\.pth|tasks\.py|fabfile\.py|(?:(?:.*[._-]|global)(?:setup|teardown)|setup[._-]?(?:tests?|files?|env))\.[cm]?[jt]sx?)$/,
	// Git hooks: core.hooksPath can name any folder of the project.
	/^(?:(?:pre|post)-(?:commit|merge-commit|push|merge|checkout|rewrite|rebase|applypatch)|(?:prepare-)?commit-msg)$/,
	/^(?:lefthook\.ya?ml|\.?lefthook-local\.ya?ml|\.pre-commit-config\.yaml|\.gitlab-ci\.yml|\.travis\.yml|.*\.(?:sh|bash|bat|cmd|ps1))$/,
];

/** Folders of which every file counts. */
const folders =
	/^(?:\.husky|\.githooks|\.git-hooks|\.github|\.circleci|\.mvn|\.cargo|\.vscode|\.yarn|\.bundle|buildsrc)$/;

/** Whether a file decides what a project's commands run, rather than being what they work on. @param path `/` separated */
export function steersCommands(path: string): boolean {
	const [name = '', ...parts] = path.toLowerCase().split('/').reverse();
	return names.some(pattern => pattern.test(name)) || parts.some(folder => folders.test(folder));
}
