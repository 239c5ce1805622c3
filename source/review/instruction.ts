const instructions: readonly RegExp[] = [
	/\b(?:ignore|disregard|forget|override|bypass)\b[^.]{0,40}\b(?:instructions?|prompts?|rules|guidelines|restrictions|safeguards)\b/i,
	/\b(?:you are|act as|pretend to be|behave as)\b[^.]{0,30}\b(?:assistant|agent|ai|llm|language model|administrator|root)\b/i,
	/\b(?:ai|llm|assistants?|agents?|models?|claude|copilot|chatgpt|gpt|gemini|codex)\b[,:]?[^.]{0,40}\b(?:must|should|shall|have to|need to|please|are to)\b/i,
	/^\W*(?:ai|llm|assistant|agent|claude|copilot|chatgpt|gpt|gemini|codex)\s?[:,] \w/i,
	/\b(?:new|real|actual|hidden|secret|updated) (?:instructions?|task|prompt|system prompt)\b/i,
	/\bsystem (?:prompt|message|instructions?) ?[:=]|<\|im_start\|>|\[\/?INST\]|<\/?system>/i,
	/\b(?:curl|wget|invoke-webrequest)\b[^\n]{0,80}https?:|\|\s{0,4}(?:ba|z)?sh\b|\brm -rf?\b/i,
	/\b(?:run|execute)\b[^.]{0,30}\b(?:commands?|scripts?|shell|terminal|bash)\b/i,
	/\b(?:send|post|upload|exfiltrate|leak|print|reveal|append|include|output)\b[^.]{0,60}\b(?:secrets?|tokens?|environment variables?|env vars?|credentials?|api keys?|passwords?|private keys?|\.env\b|system prompt)/i,
	/\b(?:do not|don't|never) (?:tell|mention|inform|show|reveal)\b[^.]{0,30}\b(?:user|human|person|reviewer|anyone|this)\b/i,
	/\b(?:when|while|before|after) (?:you )?(?:fix|apply|edit|chang|resolv)\w{0,3}\b[^.]{0,40}\b(?:also|add|remove|insert|delete|disable)\b/i,
	/\b(?:please |and |must |should )also (?:add|change|remove|delete|insert|disable|edit|modify|replace)\b/i,
];

const unseenCharacter = /\p{Cf}|[\u{E0100}-\u{E01EF}]/gu;

/** Whether a text is an instruction to a model, even with unusual characters. */
export function isInstruction(text: string): boolean {
	const plain = decodeReferences(text)
		.normalize('NFKC')
		.replace(unseenCharacter, '')
		.replace(/[-_+\s]+|%20/g, ' ');
	return isPhrasedAsInstruction(plain) || (plain !== text && isPhrasedAsInstruction(text));
}

const isPhrasedAsInstruction = (text: string) => instructions.some(pattern => pattern.test(text));

/** Decodes numeric character references of HTML. */
export const decodeReferences = (text: string): string =>
	text.replace(/&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi, (all, hex?: string, decimal?: string) => {
		const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
		return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all;
	});
