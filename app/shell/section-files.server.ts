import { nameLessons } from '#content/name-lessons.ts'
import { modulePage } from '#content/public.server.ts'
import type { Module } from '#content/schema/module.ts'

const lessons = Object.keys(import.meta.glob('/content/course/*/lessons/*.md', { query: '?raw', import: 'default' }))
const files = Object.keys(import.meta.glob('/content/course/*/sections/*.md', { query: '?raw', import: 'default' }))

/** A module with the lessons of its sections. */
export const taughtModule = (moduleId: number): Module => nameLessons(modulePage(moduleId), lessons)

/** Ids of the sections of a module that have a text. Only the names: the texts stay on the server. */
export const sectionsWithText = (moduleId: number): string[] =>
	files
		.map((path) => /\/module-(\d)\/sections\/([^/]+)\.md$/.exec(path))
		.filter((match) => match?.[1] === String(moduleId))
		.map((match) => match?.[2] ?? '')

/** Whether a section has content: the overview, a lesson or a text. The others say that they are coming. */
export const hasContent = (moduleId: number, { id, lessonId }: { id: string; lessonId: string | null }, index: number): boolean =>
	index === 0 || lessonId !== null || sectionsWithText(moduleId).includes(id)
