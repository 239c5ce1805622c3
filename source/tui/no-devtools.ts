/** Stands in the bundle for a debugger of React that no user has. */
const devtools = {initialize: () => {}, connectToDevTools: () => {}};

// biome-ignore lint/style/noDefaultExport: Ink imports it so.
export default devtools;
