import {dialectOfForm} from './form.ts';

/** SonarQube: whether the quality gate passed; the issues themselves are on its own pages. */
export const sonarqube = dialectOfForm({
	name: 'sonarqube',
	logins: ['sonarqubecloud', 'sonarcloud'],
	marks: [/^## \[!\[Quality Gate (?:Passed|Failed)\]\(https:\/\/sonarsource\.github\.io\//m],
	notices: [
		{
			mark: /^## \[!\[Quality Gate Failed\]/,
			says: 'the state of a quality gate',
			elsewhere: 'the quality gate failed; what made it fail stands on its own pages only',
		},
		{mark: /^## \[!\[Quality Gate /, says: 'the state of a quality gate'},
	],
});
