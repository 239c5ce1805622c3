import type {Finding} from '../../review/finding.ts';

/** Files that determine what runs on this machine or others, and generated files. */
const shielded: readonly RegExp[] = [
	/^\.github\/(?:workflows|actions)\//,
	/^\.gitea\/workflows\//,
	/^\.(?:circleci|buildkite|woodpecker|forgejo|semaphore|tekton)\//,
	/^(?:.*\/)?\.(?:husky|githooks|git-hooks|lefthook)\//,
	/^\.(?:gitlab-ci|travis|drone|woodpecker|appveyor|cirrus|pre-commit-config)\.ya?ml$/,
	/^(?:azure-pipelines|bitbucket-pipelines|appveyor|cloudbuild)\.ya?ml$/,
	/^(?:.*\/)?\.?lefthook(?:-local)?\.ya?ml$/,
	/^(?:.*\/)?jenkinsfile$/,
	/^\.pr-resolve\.(?:ya?ml|toml|json)$/,
	// githooks(5)
	/^(?:.*\/)?hooks\/(?:(?:pre|post)-(?:commit|merge|merge-commit|applypatch|rebase|push|receive|update|checkout|rewrite|auto-gc)|(?:prepare-commit|commit|applypatch)-msg)(?:\.\w+)?$/,
	/^(?:.*\/)?hooks\/(?:update|push-to-checkout|reference-transaction|sendemail-validate|fsmonitor-watchman)$/,
	/^(?:.*\/)?(?:[\w.-]+\.lock|[\w-]+-lock\.(?:json|ya?ml)|[\w.-]+\.lockfile|lock\.json|packages\.lock\.json|npm-shrinkwrap\.json)$/,
	/^(?:.*\/)?(?:bun\.lockb|go\.(?:work\.)?sum|(?:package|cartfile)\.resolved|\.terraform\.lock\.hcl|\.pnp\.cjs)$/,
];

/** Whether a file is in git's own folder, which a model may never edit. */
const isInGitFolder = (path: string) => path.split('/').includes('.git');

/** The commented path, and today's path of each file of the pull request; null if it was deleted. */
type ProtectedGround = {remark: Pick<Finding, 'path'>; pathOf: (path: string) => string | null};

/** Whether a model may edit the file for a comment, by its old name and by today's. */
export function mayEdit(path: string, {remark, pathOf}: ProtectedGround): boolean {
	const names = [path, pathOf(path) ?? path].map(name => name.toLowerCase());
	if (names.some(isInGitFolder)) return false;
	return path === remark.path || !names.some(name => shielded.some(pattern => pattern.test(name)));
}
