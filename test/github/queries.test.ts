import {parse, validate} from 'graphql';
import {expect, test} from 'vitest';
import {queries} from '../../source/github/queries.ts';
import {gitHubSchema} from '../emulators/github/schema.ts';

test.each(Object.entries(queries))('the document %s is one that the official schema accepts', (_, document) => {
	expect(validate(gitHubSchema(), parse(document))).toEqual([]);
});
