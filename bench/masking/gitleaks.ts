/** The place of a rule in the configuration of gitleaks, which has forms as patterns. */
export const gitleaks = (rule: string): string =>
	`https://github.com/gitleaks/gitleaks/blob/master/config/gitleaks.toml#:~:text=${rule}`;
