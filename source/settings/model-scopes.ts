/** Which commands the settings of model requests apply to. */
const commands = ['apply', 'analyze', 'review', 'watch', 'fleet', 'doctor', 'setup'];
export const ofModel = {group: 'model', commands} as const;
/** Settings that a project may adjust: they neither send, spend nor trust. */
export const open = {...ofModel, project: 'allowed'} as const;
/** Also for a benchmark, which chooses its providers itself. */
export const measured = {group: 'model', commands: [...commands, 'bench'], flagless: ['bench']} as const;
