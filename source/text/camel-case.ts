/** `CloseBraceExpected` -> `close brace expected`. */
export const spellCamelCase = (name: string): string => name.replace(/(?<!^)[A-Z]/g, ' $&').toLowerCase();
