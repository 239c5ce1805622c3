import {dialectOfForm} from './form.ts';

/** Gemini Code Assist: an image with the severity, then prose. A security finding has a second image. */
export const gemini = dialectOfForm({
	name: 'gemini-code-assist',
	logins: ['gemini-code-assist'],
	marks: [
		/^Hello @\S+, I'm Gemini Code Assist/m,
		/^!\[[\w-]+\]\(https:\/\/www\.gstatic\.com\/codereviewagent\/[\w-]+\.svg\)/m,
	],
	labels: [
		/^!\[(?<severity>(?:(?<category>security)-)?\w+)\]\(https:\/\/www\.gstatic\.com\/codereviewagent\/[\w-]+\.svg\)\s*/,
		/^!\[\w+\]\(https:\/\/www\.gstatic\.com\/codereviewagent\/[\w-]+\.svg\)\s*/,
	],
	asides: /^References$/,
	notices: [
		{mark: /^## Code Review/, says: 'the overview of a review', state: 'done'},
		{mark: /^## Summary of Changes[\s\S]*currently reviewing/, says: 'a summary of the pull request', state: 'running'},
		{mark: /^## Summary of Changes/, says: 'a summary of the pull request'},
		{mark: /^I will not be responding|^Hello @\S+,\s+I've already provided/, says: 'an answer in the conversation'},
	],
});
