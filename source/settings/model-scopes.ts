/** Where the settings of model requests hold, and who may change them. */
const commands = ['apply', 'analyze', 'review', 'doctor', 'setup'];
/** What sends, spends or decides whom to trust. */
export const guarded = {group: 'model', commands, project: 'forbidden'} as const;
/** What a project may know better than its reader. */
export const open = {group: 'model', commands, project: 'allowed'} as const;
/** For a benchmark too, which names its providers itself. */
export const measured = {group: 'model', commands: [...commands, 'bench'], flagless: ['bench']} as const;
