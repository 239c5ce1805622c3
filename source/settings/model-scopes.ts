/** Which commands the settings of model requests apply to, and who may set them. */
const commands = ['apply', 'analyze', 'review', 'watch', 'fleet', 'doctor', 'setup'];
/** Settings that send, spend or trust. */
export const guardedSettings = {group: 'model', commands, project: 'forbidden'} as const;
/** Settings that a project may adjust. */
export const open = {group: 'model', commands, project: 'allowed'} as const;
/** Also for a benchmark, which chooses its providers itself. */
export const measured = {group: 'model', commands: [...commands, 'bench'], flagless: ['bench']} as const;
export const guardedMeasured = {...measured, project: 'forbidden'} as const;
