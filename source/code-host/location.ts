/** Where a repository is on its server. */
export type RepositoryName = {owner: string; name: string};

/** Where a pull request is. */
export type Location = RepositoryName & {number: number};
