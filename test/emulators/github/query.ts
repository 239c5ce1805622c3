import {execute, type GraphQLError, parse, validate} from 'graphql';
import {costOf} from './cost.ts';
import {gitHubSchema} from './schema.ts';

/** Answers a GraphQL request from this root, by GitHub's limits. `cost` is in points. */
export async function answerQuery(
	{document, variables}: {document: string; variables: Record<string, unknown>},
	root: object,
	nodeLimit: number,
): Promise<{body: object; cost: number}> {
	const schema = gitHubSchema();
	const parsed = parse(document);
	const invalid = validate(schema, parsed);
	if (invalid.length > 0) return {body: {errors: invalid.map(asGitHub)}, cost: 1};
	const {nodes, points} = costOf(parsed, variables);
	if (nodes > nodeLimit) {
		const message = `By the time this query traverses to the last connection, it is requesting up to ${nodes} possible nodes which exceeds the maximum limit of ${nodeLimit}.`;
		return {body: {data: null, errors: [{type: 'MAX_NODE_LIMIT_EXCEEDED', message}]}, cost: 1};
	}
	const {data, errors} = await execute({schema, document: parsed, rootValue: root, variableValues: variables});
	return {body: errors ? {data, errors: errors.map(asGitHub)} : {data}, cost: points};
}

/** GitHub puts the type beside the message, and has no extensions for these. */
function asGitHub({message, path, locations, extensions}: GraphQLError) {
	const type = extensions.type;
	return {...(typeof type === 'string' && {type}), ...(path && {path}), locations, message};
}
