/** Labels that this project considers wrong, with the reason, by row. They count as failures, and the figures show how many. */
export const disputed = {
	changes: {
		'cr-sug-021': 'CodeRabbit wrote below it that this was done since',
		'cr-body-001': 'the label keeps the back-ticks that CodeRabbit puts around @names; they are not in the file',
		'cr-body-006': 'the same back-ticks',
		'cr-body-015': "one of its two changes has an apostrophe (don't) inside of a quoted string, which ends the string",
		'greptile-body-001': 'an issue comment without a commit: nothing shows what stood on its lines 50-52',
		'greptile-body-002':
			'the same for its lines 54-56 and 64-65; the first suggestion opens an `if` that nothing closes',
	},
	findings: {
		'qodo-001': 'its table has four rows: the label misses the one on a single line, whose file is not at hand',
	},
	actionable: {
		'cr-sug-021': 'CodeRabbit wrote below it that this was done since',
		'qodo-007': 'a guide for reviewers has focus areas without paths: a notice',
		'ellipsis-003': 'drafts that the reviewer decided not to post: a notice, as in ellipsis-002',
	},
	severity: {
		'sourcery-005': 'a nitpick says how much it matters',
		'human-004': 'a nit says how much it matters',
		'reviewdog-001': 'the warning sign is the level of the linter',
		'reviewdog-002': 'the memo sign is the level of the linter',
		'claude-002': 'each heading of the review states a severity; the label has none for the whole',
		'cr-body-002': 'the section of its remark states it; the label has none for the whole',
		'cr-body-003': 'its remark states it; the label has none for the whole',
		'cr-body-005': 'the section of its remark states it; the label has none for the whole',
		'cr-body-006': 'the section of its remarks states it; the label has none for the whole',
		'cr-body-015': 'the section of its remarks states it; the label has none for the whole',
	},
} as const satisfies Record<string, Record<string, string>>;
