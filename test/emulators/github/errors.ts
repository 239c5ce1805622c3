import {GraphQLError} from 'graphql';

export const notFound = (message: string): GraphQLError => refusal('NOT_FOUND', message);

export const refusal = (type: string, message: string): GraphQLError => new GraphQLError(message, {extensions: {type}});
