/** Files that decide what runs on other machines or on this one, and those that only programs write. */
const shielded: readonly RegExp[] = [
	/^\.github\/(?:workflows|actions)\//,
	/^\.(?:circleci|buildkite|woodpecker|husky|githooks|git-hooks|lefthook)\//,
	/^\.(?:gitlab-ci|travis|drone|woodpecker|appveyor|pre-commit-config)\.ya?ml$/,
	/^(?:azure-pipelines|bitbucket-pipelines|appveyor|\.?lefthook(?:-local)?)\.ya?ml$/,
	/^(?:.*\/)?jenkinsfile$/,
	/^\.pr-resolve\.(?:ya?ml|toml|json)$/,
	// githooks(5)
	/^(?:.*\/)?hooks\/(?:(?:pre|post)-(?:commit|merge|merge-commit|applypatch|rebase|push|receive|update|checkout|rewrite|auto-gc)|(?:prepare-commit|commit|applypatch)-msg)(?:\.\w+)?$/,
	/^(?:.*\/)?hooks\/(?:update|push-to-checkout|reference-transaction|sendemail-validate|fsmonitor-watchman)$/,
	/^(?:.*\/)?(?:[\w.-]+\.lock|[\w-]+-lock\.(?:json|ya?ml)|npm-shrinkwrap\.json|bun\.lockb|go\.sum|package\.resolved|[\w.-]+\.lockfile|lock\.json)$/,
];

/** Whether a model may never touch the file: it is in git's own folder. */
const isGitFolder = (path: string) => path.split('/').includes('.git');

/** Whether a model may touch the file for a remark that stands in `own`: DESIGN 8's rule. */
export function mayEdit(path: string, own: string | null): boolean {
	const name = path.toLowerCase();
	if (isGitFolder(name)) return false;
	return path === own || !shielded.some(pattern => pattern.test(name));
}
