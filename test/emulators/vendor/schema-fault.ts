type Schema = Record<string, unknown>;

/** Rules of structured output that differ. */
export type SchemaRules = {
	/** Every property must be required. */
	isStrict: boolean;
	/** Keywords that are not taken. */
	unsupported: readonly string[];
};

/** What is wrong with a schema for structured output: `place: why`; null where nothing is. */
export function faultOfSchema(schema: unknown, rules: SchemaRules, place = '()'): string | null {
	if (typeof schema !== 'object' || schema === null || Array.isArray(schema))
		return `${place}: schema must be an object.`;
	const node = schema as Schema;
	if (place === '()' && node.type !== 'object') return `${place}: schema must be of type "object", got "${node.type}".`;
	const unsupported = rules.unsupported.find(keyword => keyword in node);
	if (unsupported) return `${place}: '${unsupported}' is not permitted.`;
	const types = Array.isArray(node.type) ? node.type : [node.type];
	if (!types[0] && !node.anyOf && !node.$ref && !('const' in node) && !node.enum)
		return `${place}: schema must have a 'type' key.`;
	const properties = (node.properties ?? {}) as Schema;
	if (types.includes('object')) {
		if (node.additionalProperties !== false)
			return `${place}: 'additionalProperties' is required to be supplied and to be false.`;
		const required = Array.isArray(node.required) ? node.required : [];
		const optional = Object.keys(properties).find(name => !required.includes(name));
		if (rules.isStrict && optional !== undefined) {
			return `${place}: 'required' is required to be supplied and to be an array including every key in properties. Missing '${optional}'.`;
		}
	}
	const parts: [string, unknown][] = [
		...Object.entries(properties).map(([name, part]): [string, unknown] => [`${place}.properties.${name}`, part]),
		...(node.items === undefined ? [] : [[`${place}.items`, node.items] as [string, unknown]]),
		...(Array.isArray(node.anyOf) ? node.anyOf : []).map((part, index): [string, unknown] => [
			`${place}.anyOf.${index}`,
			part,
		]),
	];
	for (const [where, part] of parts) {
		const fault = faultOfSchema(part, rules, where);
		if (fault !== null) return fault;
	}
	return null;
}
