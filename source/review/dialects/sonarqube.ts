import {dialectOfForm} from './form.ts';

/** SonarQube: the state of the quality gate; the issues are on its own pages. */
export const sonarqube = dialectOfForm({
	name: 'sonarqube',
	logins: ['sonarqubecloud', 'sonarcloud'],
	marks: [/^## \[!\[Quality Gate (?:Passed|Failed)\]\(https:\/\/sonarsource\.github\.io\//m],
	notices: [
		{
			mark: /^## \[!\[Quality Gate Failed\]/,
			says: 'the state of a quality gate',
			elsewhere: 'the quality gate failed; the reasons are only on its own pages',
		},
		{mark: /^## \[!\[Quality Gate /, says: 'the state of a quality gate'},
	],
});
