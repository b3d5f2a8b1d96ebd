const files = Object.keys(import.meta.glob('/content/course/*/sections/*.md', { query: '?raw', import: 'default' }))

/** Ids of the sections of a module that have a text. Only the names: the texts stay on the server. */
export const sectionsWithText = (moduleId: number): string[] =>
	files
		.map((path) => /\/module-(\d)\/sections\/([^/]+)\.md$/.exec(path))
		.filter((match) => match?.[1] === String(moduleId))
		.map((match) => match?.[2] ?? '')
