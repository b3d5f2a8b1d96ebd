const files = Object.keys(import.meta.glob('/content/course/*/sections/*.md', { query: '?raw', import: 'default' }))

/** Ids of the sections of a module that have a text. Only the names: the texts stay on the server. */
export const sectionsWithText = (moduleId: number): string[] =>
	files
		.map((path) => /\/module-(\d)\/sections\/([^/]+)\.md$/.exec(path))
		.filter((match) => match?.[1] === String(moduleId))
		.map((match) => match?.[2] ?? '')

/** Whether a section has content: the overview, a lesson or a text. The others say that they are coming. */
export const hasContent = (moduleId: number, { id, lessonId }: { id: string; lessonId: string | null }, index: number): boolean =>
	index === 0 || lessonId !== null || sectionsWithText(moduleId).includes(id)
