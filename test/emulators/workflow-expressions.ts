import {data, Evaluator, Lexer, Parser} from '@actions/expressions';

/** What `${{ }}` may name, by the name of the context. */
export type WorkflowContexts = Readonly<Record<string, unknown>>;

/** The value of what stands in `${{ }}`, by GitHub's own evaluator. @throws if it is no expression */
export function evaluateExpression(expression: string, contexts: WorkflowContexts): unknown {
	const {tokens} = new Lexer(expression).lex();
	const parsed = new Parser(tokens, Object.keys(contexts), []).parse();
	const values = JSON.parse(JSON.stringify(contexts), data.reviver) as data.Dictionary;
	return JSON.parse(JSON.stringify(new Evaluator(parsed, values).evaluate(), data.replacer));
}

const expressions = /\$\{\{(.*?)\}\}/gs;

/** A value of a workflow file with its expressions evaluated: one that stands alone may become an object. */
export function evaluateValue(value: unknown, contexts: WorkflowContexts): unknown {
	if (typeof value !== 'string') return value;
	const [first] = value.matchAll(expressions);
	if (first?.[0] === value.trim()) return evaluateExpression(first[1]!, contexts);
	return value.replace(expressions, (_, expression: string) => textOf(evaluateExpression(expression, contexts)));
}

/** A mapping of a workflow file as texts, as variables and inputs are. */
export const evaluateTexts = (values: object = {}, contexts: WorkflowContexts): Record<string, string> =>
	Object.fromEntries(Object.entries(values).map(([name, value]) => [name, textOf(evaluateValue(value, contexts))]));

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
