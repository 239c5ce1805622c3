import {schema as official} from '@octokit/graphql-schema';
import {buildSchema, type GraphQLSchema} from 'graphql';

let built: GraphQLSchema | undefined;

/** GitHub's public schema, built once a process. */
export function gitHubSchema(): GraphQLSchema {
	// Its SDL defines two deprecated fields twice, so the SDL is taken as it is; a query is still held to it.
	built ??= buildSchema(official.idl, {assumeValidSDL: true, noLocation: true});
	return built;
}
