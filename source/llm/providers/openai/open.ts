import type {ListedModel} from '../api/check.ts';
import {clientOptions, vendorProvider} from '../api/open.ts';
import {chat} from './chat.ts';
import {responses} from './responses.ts';
import {openaiVendor} from './vendor.ts';

const load = () => import('openai');

/** The Responses API at the vendor's own address, Chat Completions at any other: compatible servers only have that. */
export const openai = vendorProvider(openaiVendor, load, (service, effort) => ({
	...(service.isVendors ? responses : chat)(service, effort),
	// Heads of at least this many tokens are cached by default.
	...(service.isVendors && {smallestKeptHead: 1024}),
	async connect(fetch) {
		const {OpenAI} = await load();
		const own = {adminAPIKey: null, webhookSecret: null, organization: null, project: null};
		return new OpenAI({...clientOptions(service, fetch), ...own});
	},
	async list(client) {
		const {data} = await client.models.list();
		return (Array.isArray(data) ? data : []).map(listedOpenaiModel);
	},
	find: async (client, model) => listedOpenaiModel(await client.models.retrieve(model)),
}));

/** Compatible servers may omit any part. */
function listedOpenaiModel({id, shutdown_date}: {id: string; shutdown_date?: string | null}): ListedModel {
	return {id, state: shutdown_date ? 'deprecated' : 'active', endsAt: shutdown_date ?? null};
}
