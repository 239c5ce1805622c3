import type {Finding} from '../../review/finding.ts';

/** Files that decide what runs on other machines or on this one, and those that only programs write. */
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

/** Whether a model may never touch the file: it is in git's own folder. */
const isInGitFolder = (path: string) => path.split('/').includes('.git');

/** What a remark stands on, and where files of the pull request stand today; null for one that is gone. */
type ProtectedGround = {remark: Pick<Finding, 'path'>; pathOf: (path: string) => string | null};

/** Whether a model may touch the file for a remark: by the file's name of then and that of today. */
export function mayEdit(path: string, {remark, pathOf}: ProtectedGround): boolean {
	const names = [path, pathOf(path) ?? path].map(name => name.toLowerCase());
	if (names.some(isInGitFolder)) return false;
	return path === remark.path || !names.some(name => shielded.some(pattern => pattern.test(name)));
}
