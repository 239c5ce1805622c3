/** Where a pull request is on its server. */
export type Location = {owner: string; name: string; number: number};
