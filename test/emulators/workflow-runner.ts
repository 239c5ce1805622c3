import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {type ChildOptions, type Ended, runChild} from '../helpers/child.ts';
import {newFolder} from '../helpers/folders.ts';

/** What runs a step in its job, and what it printed. */
type Start = (job: Pick<ChildOptions, 'cwd' | 'env' | 'meanwhile'>) => Promise<Ended>;

export type Step = {
	/** The file that `main` of action.yml names, or what stands for it. */
	main: string | Start;
	/** The workspace. */
	cwd: string;
	env: ChildOptions['env'];
	/** By name; a runner passes them as variables. */
	inputs: Readonly<Record<string, string>>;
	event: {name: string; payload: unknown};
	/** That has the workflow. Default: `octo/app`. */
	repository?: string;
	meanwhile?: ChildOptions['meanwhile'];
};

/** A line of the log that a runner acts on. */
type WorkflowCommand = {name: string; properties: Readonly<Record<string, string>>; message: string};

export type StepEnd = Pick<Ended, 'code' | 'stdout' | 'stderr'> & {
	commands: readonly WorkflowCommand[];
	/** Of one kind. */
	annotations: (level: 'error' | 'warning' | 'notice') => WorkflowCommand[];
	outputs: Readonly<Record<string, string>>;
	summary: string;
	/** `RUNNER_TEMP` */
	temp: string;
};

/**
 * Runs a JavaScript Action as a step of a workflow: with inputs as variables and files for its output, and its log is read for
 * commands. By the documents "Workflow commands for GitHub Actions" and "Metadata syntax".
 */
export function runStep({main, inputs, ...step}: Step): Promise<StepEnd> {
	const variables = Object.fromEntries(
		Object.entries(inputs).map(([name, value]) => [`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`, value]),
	);
	const start: Start = typeof main === 'string' ? job => runChild(process.execPath, [main], job) : main;
	return runInJob(start, {...step, env: {...step.env, ...variables}});
}

/** Runs a script as a step whose shell is not named: `bash -e` with a file. */
export function runScript(script: string, step: Omit<Step, 'main' | 'inputs'>): Promise<StepEnd> {
	const file = join(newFolder(), 'script.sh');
	writeFileSync(file, script);
	return runInJob(job => runChild('bash', ['-e', file], job), step);
}

async function runInJob(
	start: Start,
	{cwd, env, event, repository = 'octo/app', meanwhile}: Omit<Step, 'main' | 'inputs'>,
): Promise<StepEnd> {
	const temp = newFolder();
	const at = (name: string) => join(temp, name);
	const [output, summary, payload] = [at('output'), at('summary'), at('event.json')];
	for (const name of ['output', 'summary', 'env', 'path', 'state']) writeFileSync(at(name), '');
	writeFileSync(payload, typeof event.payload === 'string' ? event.payload : JSON.stringify(event.payload));
	const {code, stdout, stderr} = await start({
		cwd,
		env: {
			...env,
			CI: 'true',
			GITHUB_ACTIONS: 'true',
			GITHUB_REPOSITORY: repository,
			GITHUB_EVENT_NAME: event.name,
			GITHUB_EVENT_PATH: payload,
			GITHUB_OUTPUT: output,
			GITHUB_STEP_SUMMARY: summary,
			GITHUB_ENV: at('env'),
			GITHUB_PATH: at('path'),
			GITHUB_STATE: at('state'),
			RUNNER_TEMP: temp,
		},
		...(meanwhile && {meanwhile}),
	});
	const commands = commandsIn(`${stdout}\n${stderr}`);
	return {
		...{code, stdout, stderr, commands, temp},
		annotations: level => commands.filter(({name}) => name === level),
		outputs: outputsIn(readFileSync(output, 'utf8')),
		summary: readFileSync(summary, 'utf8'),
	};
}

/** Commands of the older form may begin anywhere in a line. */
const [commandShape, olderShape] = [/^\s*::([\w-]+)(?: (.*?))?::(.*)$/, /##\[([\w-]+)(?: (.*?))?\](.*)$/];

function commandsIn(log: string): WorkflowCommand[] {
	const found: WorkflowCommand[] = [];
	let stopped: string | null = null;
	for (const line of log.split(/\r\n|\r|\n/)) {
		const [, name, given = '', data = ''] = commandShape.exec(line) ?? olderShape.exec(line) ?? [];
		if (name === undefined) continue;
		if (stopped !== null) {
			if (name === stopped) stopped = null;
			continue;
		}
		const message = unescapeData(data);
		if (name === 'stop-commands') stopped = message;
		const properties = given.split(',').flatMap(pair => {
			const [, key, value] = /^(\w+)=(.*)$/.exec(pair) ?? [];
			return key === undefined ? [] : [[key, unescapeData(value!).replaceAll('%3A', ':').replaceAll('%2C', ',')]];
		});
		found.push({name, properties: Object.fromEntries(properties), message});
	}
	return found;
}

const unescapeData = (text: string) => text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');

/** @throws if an entry is neither `name=value` nor `name<<END`, lines, `END` */
function outputsIn(text: string): Record<string, string> {
	const lines = text.split('\n');
	const outputs: Record<string, string> = {};
	while (lines.length > 1) {
		const [, name, mark, rest] = /^([\w-]+)(=|<<)(.*)$/.exec(lines.shift()!) ?? [];
		const length = mark === '=' ? 0 : lines.indexOf(rest!);
		if (name === undefined || length === -1) throw new Error(`Not an entry of an output file: ${text}`);
		outputs[name] =
			mark === '='
				? rest!
				: lines
						.splice(0, length + 1)
						.slice(0, -1)
						.join('\n');
	}
	return outputs;
}
