import {parse, validate} from 'graphql';
import {expect, test} from 'vitest';
import {
	endedPulls,
	listDocuments,
	openPulls,
	wholePullRequestQuery,
	wholePullRequestsQuery,
} from '../../source/github/lists/list-documents.ts';
import {commitDocuments} from '../../source/github/publish/commit/commit-documents.ts';
import {mutations, publishQueries} from '../../source/github/publish/documents.ts';
import {queries} from '../../source/github/queries.ts';
import {gitHubSchema} from '../emulators/github/schema.ts';

const whole = {
	'whole pull request': wholePullRequestQuery(2),
	'whole pull requests': wholePullRequestsQuery(2),
	'whole pull requests without files': wholePullRequestsQuery(0),
};

const lists = Object.entries({open: openPulls, ended: endedPulls}).flatMap(([kind, documents]) =>
	Object.entries(documents).map(([name, query]) => [`${kind} ${name}`, query] as const),
);

test.each([
	...Object.entries({...whole, ...queries, ...publishQueries, ...mutations, ...commitDocuments, ...listDocuments}),
	...lists,
])('the document %s is one that the official schema accepts', (_, query) => {
	const document = typeof query === 'string' ? query : query.document;
	expect(validate(gitHubSchema(), parse(document))).toEqual([]);
});
