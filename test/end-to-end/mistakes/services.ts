import {type Fault, fault} from '../../emulators/github/faults.ts';
import type {OllamaFault} from '../../emulators/ollama/faults.ts';
import type {CaseName} from '../../emulators/programs/case.ts';
import type {FaultName} from '../../emulators/vendor/faults.ts';
import {type Led, ledTo} from '../../emulators/vendor/lead.ts';
import {hostOf} from '../../helpers/host.ts';
import {anthropicModel, clientPrograms, localModel, openAiModel} from '../../helpers/models.ts';
import type {Environment, WorkTree} from '../../helpers/work-tree.ts';
import {reviews} from './places.ts';

/** What GitHub answers, whatever it is asked, by name in the list. */
const hostFaults: Readonly<Record<string, Fault>> = {
	forbidden: fault.status(403, 'Resource not accessible by personal access token'),
	scopes: fault.status(403, 'Missing scopes', {'x-oauth-scopes': 'gist', 'x-accepted-oauth-scopes': 'repo'}),
	sso: fault.ssoRequired('https://github.com/orgs/octo/sso?authorization_request=abc'),
};

/** A GitHub with the pull requests of `reviews`, as a variable each for its address and the token. */
export async function gitHub(wrong: string | null): Promise<Environment> {
	const {env, faults} = await hostOf(reviews());
	if (wrong !== null) faults.next(...Array.from({length: 8}, () => hostFaults[wrong]!));
	return env;
}

type Service = (wrong: string | null, tree: WorkTree) => Led | Promise<Led>;

/** Model services by name in the list; `wrong` is what each answers to questions, or null if all is well. */
const services: Readonly<Record<string, Service>> = {
	openai: wrong => openAiModel({fault: ({asked}) => (asked ? (wrong as FaultName | null) : null)}),
	anthropic: wrong => anthropicModel({fault: ({asked}) => (asked ? (wrong as FaultName | null) : null)}),
	ollama: async wrong => {
		const server = await localModel({fault: ({asked}) => (asked ? (wrong as OllamaFault | null) : null)});
		if (wrong === 'down') await server.close();
		return server;
	},
	claude: (wrong, tree) => clientPrograms(tree, {claude: (wrong ?? 'success') as CaseName}),
	codex: (wrong, tree) => clientPrograms(tree, {codex: (wrong ?? 'success') as CaseName}),
	clients: (_, tree) => clientPrograms(tree, {}),
};

/** The environment that leads to a service, `openai` or `openai:quota`. */
export async function modelService(name: string, tree: WorkTree): Promise<Environment> {
	const [service = '', wrong = null] = name.split(':');
	return ledTo(await services[service]!(wrong, tree));
}
