/** Fields of a reference that older Enterprise Servers may lack. */
const rules = 'refUpdateRule { requiresSignatures } rules(first: 100) { nodes { type } }';

const base = (ofBranch: string) => `
query CommitBase($owner: String!, $name: String!, $branch: String!, $expected: GitObjectID!) {
	viewer { login }
	repository(owner: $owner, name: $name) {
		id
		object(oid: $expected) { ... on Commit { tree { oid } } }
		ref(qualifiedName: $branch) { name ${ofBranch} }
	}
}`;

/** What is sent to make a commit on a branch, and to find one. */
export const commitDocuments = {
	create: `
mutation CreateCommit($input: CreateCommitOnBranchInput!) {
	createCommitOnBranch(input: $input) { commit { oid url signature { isValid } } }
}`,
	move: `
mutation MoveBranch($repository: ID!, $update: RefUpdate!) {
	updateRefs(input: {repositoryId: $repository, refUpdates: [$update]}) { clientMutationId }
}`,
	base: base(rules),
	/** For servers that do not accept `base`. */
	oldBase: base(''),
	history: `
query BranchHistory($owner: String!, $name: String!, $branch: String!) {
	repository(owner: $owner, name: $name) {
		ref(qualifiedName: $branch) {
			target {
				oid
				... on Commit {
					history(first: 30) {
						nodes { oid url message parents(first: 2) { nodes { oid } } tree { oid } signature { isValid } }
					}
				}
			}
		}
	}
}`,
} as const;
