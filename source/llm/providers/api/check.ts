import {isOnThisMachine} from '../../../system/loopback.ts';
import {throughProxy} from '../../../system/proxy/address.ts';
import {failed, ok, warning} from '../checks.ts';
import type {ProviderCheck} from '../provider.ts';
import {ModelTrouble} from '../trouble.ts';
import type {Service} from './service.ts';
import {apiTroubleOf, missingKey} from './trouble.ts';

export type ListedModel = {
	id: string;
	state: 'active' | 'deprecated' | 'retired';
	/** The day on which it is switched off, in the service's form; null if none is announced. */
	endsAt: string | null;
};

type Catalogue = {
	/** All models that the key may use. */
	list: () => Promise<ListedModel[]>;
	/** One of them, by any of its names. */
	find: (model: string) => Promise<ListedModel>;
};

/** Checks the key, the server and the model. Uses no tokens. */
export async function* checkService(service: Service, {list, find}: Catalogue): AsyncGenerator<ProviderCheck, void> {
	const {spec, vendor, key, isVendors, address, route} = service;
	if (key === null && isVendors) return yield failed('key', missingKey(service));
	const {protocol, hostname} = new URL(address);
	if (protocol === 'http:' && !isOnThisMachine(hostname)) {
		yield warning(
			'connection',
			`${address} is not encrypted: others can read the key and the code in transit`,
			encrypt,
		);
	}
	let models: ListedModel[];
	try {
		models = await list();
	} catch (trouble) {
		if (!(trouble instanceof ModelTrouble)) throw trouble;
		if (trouble.kind === 'subscription') {
			return yield warning('key', `the models cannot be listed: ${trouble.message}`, mayAsk);
		}
		if (isVendors || trouble.kind !== 'bad-request') {
			return yield failed(trouble.kind === 'authentication' ? 'key' : 'server', trouble);
		}
		return yield warning('server', `${address} answers, but does not list its models`);
	}
	yield ok('server', `${address} answers${throughProxy(route.proxy)}`);
	const oddity = key !== null && isVendors ? (vendor.oddityOfKey?.(key) ?? null) : null;
	if (oddity !== null)
		yield warning('key', `accepted, although ${oddity}`, `Check that it is a key for ${spec.vendor}.`);
	else if (key !== null) yield ok('key', 'accepted');
	yield await checkModel(service, models, find);
}

async function checkModel(
	service: Service,
	models: readonly ListedModel[],
	find: Catalogue['find'],
): Promise<ProviderCheck> {
	const {model, isVendors} = service;
	let found = models.find(({id}) => id === model);
	try {
		found ??= await find(model);
	} catch (trouble) {
		if (!(trouble instanceof ModelTrouble)) throw trouble;
		const isAbsent = trouble.kind === 'model-missing' || trouble.kind === 'bad-request';
		if (isAbsent && !isVendors) return warning('model', `${model} is not in the server's list`, correct);
		return failed('model', trouble);
	}
	if (found.state === 'retired') {
		return failed(
			'model',
			apiTroubleOf(service, 'model-missing', {status: 404, said: 'it was retired', spent: 'nothing'}),
		);
	}
	if (found.endsAt !== null) return warning('model', `${model} will be switched off on ${found.endsAt}`, change);
	if (found.state === 'deprecated') return warning('model', `${model} is about to be retired`, change);
	return ok('model', model);
}

const encrypt = 'Use an address that begins with https://.';
const mayAsk = 'A restricted key may still work. To have the model checked, allow the key to list models.';
const correct = 'Check the model name (--llm-model).';
const change = 'Choose a current model with --llm-model.';
